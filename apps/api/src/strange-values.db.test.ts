import { rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { type Endpoint, ENDPOINTS } from "@cadre/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type ApiFixture, apiFixture, type Client } from "./api.fixture.ts";
import { type Call, CALLS, pathOf } from "./calls.fixture.ts";
import { furnish, type World } from "./world.fixture.ts";

let fixture: ApiFixture;
let world: World;
let signedIn: Client;

beforeAll(async () => {
  fixture = await apiFixture({ CADRE_RATE_LIMIT: "0" });
  world = await furnish(fixture.deps, fixture.given);
  signedIn = await fixture.signedIn(fixture.given.owner);
});
afterAll(() => fixture.close());

/** What nobody means in any field. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  "",
  " ",
  "x".repeat(10_000),
  "a\u0000b",
  "\ud83d",
  "constructor",
  "9999-12-31T23:59:59Z",
  "+275760-09-13T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "http://[::1]:80",
  {},
  [],
  [[[]]],
  [null],
  Array(2_000).fill("x"),
  JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
];

const RAW = [
  "",
  "{",
  "null",
  "[]",
  '"x"',
  "[".repeat(50_000),
  '{"a":'.repeat(50_000),
  '{"__proto__":{}}',
  "\ufeff{}",
  '{"a":1e999}',
];

/** Names of the fields that a schema has at its top, whichever of its forms. */
function fieldsOf(schema: unknown): string[] {
  const { shape, options, def } = (schema ?? {}) as {
    readonly shape?: object;
    readonly options?: readonly unknown[];
    readonly def?: { readonly innerType?: unknown; readonly in?: unknown };
  };
  const below = [...(options ?? []), ...[def?.innerType, def?.in].filter((inner) => inner !== undefined)];
  return [...new Set([...Object.keys(shape ?? {}), ...below.flatMap(fieldsOf)])];
}

async function send(endpoint: Endpoint, call: Call): Promise<Answer> {
  const client = endpoint.needsSignIn === true ? signedIn : fixture.owner;
  return client.send(endpoint.method, pathOf(endpoint, call), {
    ...(call.query === undefined ? {} : { query: call.query }),
    ...(call.body === undefined ? {} : { body: call.body }),
    headers: { "if-match": '"1"' },
  });
}

/** An answer that is clear: done, or a problem document that blames the request. */
function isClear({ status, headers }: Answer): boolean {
  if (status < 400) return true;
  return status < 500 && headers.get("content-type") === "application/problem+json";
}

async function expectClear(endpoint: Endpoint, call: Call, what: string): Promise<void> {
  const answer = await send(endpoint, call);
  expect({ id: endpoint.id, what, status: answer.status, isClear: isClear(answer) }).toMatchObject({ isClear: true });
}

test("no value in any field of any body is a mistake of ours", async () => {
  let requests = 0;
  for (const endpoint of ENDPOINTS.filter(({ body }) => body !== undefined)) {
    const good = CALLS[endpoint.id]?.(world) ?? {};
    for (const raw of RAW) await expectClear(endpoint, { ...good, body: raw }, raw.slice(0, 20));
    for (const field of fieldsOf(endpoint.body)) {
      for (const value of STRANGE) {
        const body = { ...(good.body as object | undefined), [field]: value };
        await expectClear(endpoint, { ...good, body }, `${field}: ${JSON.stringify(value).slice(0, 40)}`);
        requests += 1;
      }
    }
  }
  expect(requests).toBeGreaterThan(2_000);
}, 600_000);

test("no value of any parameter of any list is a mistake of ours", async () => {
  for (const endpoint of ENDPOINTS.filter(
    ({ query, produces }) => query !== undefined && produces !== "text/event-stream",
  )) {
    const good = CALLS[endpoint.id]?.(world) ?? {};
    for (const field of fieldsOf(endpoint.query)) {
      for (const value of STRANGE.filter((strange) => typeof strange !== "object")) {
        const text = String(value).slice(0, 5_000).toWellFormed();
        await expectClear(
          endpoint,
          { ...good, query: { ...good.query, [field]: text } },
          `${field}: ${text.slice(0, 40)}`,
        );
      }
    }
  }
}, 600_000);

test("a delivered file that was damaged or removed on the disk is told at once, and not sent by half", async () => {
  const { blobHash } = (await fixture.owner.get(`/deliverables/${world.deliverableId}`)).body as { blobHash: string };
  const file = join(fixture.deps.dataFolder, "blobs", blobHash.slice(0, 2), blobHash);
  const paths = [
    `/deliverables/${world.deliverableId}/content`,
    `/tasks/${world.taskId}/submits/${world.submitId}/content?path=out/hello.txt`,
  ];
  for (const path of paths) expect((await fixture.owner.get(path)).body).toBe("hello\n");
  await truncate(file, 2);
  for (const path of paths)
    expect((await fixture.owner.get(path)).body).toMatchObject({ status: 503, code: "blob.damaged" });
  await rm(file);
  for (const path of paths)
    expect((await fixture.owner.get(path)).body).toMatchObject({ status: 503, code: "blob.missing" });
});
