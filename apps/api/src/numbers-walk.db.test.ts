import { ENDPOINTS } from "@cadre/contracts";
import { API_LIMITS } from "@cadre/shared";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiFixture, apiFixture, type Client } from "./api.fixture.ts";
import { type Call, CALLS, pathOf } from "./calls.fixture.ts";
import { openApiDocument } from "./http/openapi.ts";
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

type Schema = {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};
type Operation = {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const document = openApiDocument(ENDPOINTS, "0") as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

/** As JSON: around the ends of int4 and int8, of what JavaScript counts exactly, and beyond every number. */
const NUMBERS = [
  "-1",
  "0",
  "2147483647",
  "2147483648",
  "9007199254740991",
  "9007199254740992",
  "1e19",
  "1e999",
  "-1e999",
];

/** Ways to the numbers of a body, from its top; `[]` is an item of a list. */
function waysToNumbers(schema: Schema, way: readonly string[] = []): (readonly string[])[] {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const named = $ref === undefined ? undefined : document.components.schemas[$ref.split("/").at(-1) ?? ""];
  if (way.length > 6) return [];
  return [
    ...([schema.type].flat().some((type) => type === "integer" || type === "number") ? [way] : []),
    ...[named, ...anyOf, ...oneOf, ...allOf].flatMap((form) => (form === undefined ? [] : waysToNumbers(form, way))),
    ...Object.entries(properties).flatMap(([name, member]) => waysToNumbers(member, [...way, name])),
    ...(items === undefined ? [] : waysToNumbers(items, [...way, "[]"])),
  ];
}

const PLACE = "the number";

function withPlace(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return PLACE;
  if (step === "[]") return [withPlace(Array.isArray(value) ? value[0] : undefined, rest)];
  const object: Readonly<Record<string, unknown>> = typeof value === "object" && value !== null ? { ...value } : {};
  return { ...object, [step]: withPlace(object[step], rest) };
}

async function statusOf(operation: Operation, call: Call): Promise<number> {
  const endpoint = ENDPOINTS.find(({ id }) => id === operation.operationId);
  if (endpoint === undefined) throw new Error(`${operation.operationId} is no endpoint`);
  const client = endpoint.needsSignIn === true ? signedIn : fixture.owner;
  const { status } = await client.send(endpoint.method, pathOf(endpoint, call), {
    ...(call.query === undefined ? {} : { query: call.query }),
    ...(call.body === undefined ? {} : { body: call.body }),
    // The version as it is, so that what is asked is not refused for another reason.
    ...(call.versionAt === undefined ? {} : { headers: { "if-match": await versionOf(call.versionAt) } }),
  });
  return status;
}

async function versionOf(path: string): Promise<string> {
  return (await fixture.owner.get(path)).headers.get("etag") ?? "";
}

test("no number of any path, query or body of the document is a mistake of ours", async () => {
  const broken: string[] = [];
  const walked = { path: 0, query: 0, body: 0 };
  const ask = async (operation: Operation, place: keyof typeof walked, asked: { what: string; call: Call }) => {
    walked[place] += 1;
    const status = await statusOf(operation, asked.call);
    if (status >= 500) broken.push(`${operation.operationId} ${place} ${asked.what}: ${status}`);
  };
  for (const operation of operations) {
    const good = CALLS[operation.operationId]?.(world) ?? {};
    const numbers = operation.parameters.filter(({ schema }) => waysToNumbers(schema).length > 0);
    const ways = waysToNumbers(operation.requestBody?.content["application/json"]?.schema ?? {});
    for (const number of NUMBERS) {
      for (const { name, in: place } of numbers) {
        const part = place === "path" ? "params" : "query";
        const call = { ...good, [part]: { ...good[part], [name]: number } };
        await ask(operation, place === "path" ? "path" : "query", { what: `${name}=${number}`, call });
      }
      for (const way of ways) {
        const body = JSON.stringify(withPlace(good.body, way)).replace(JSON.stringify(PLACE), number);
        await ask(operation, "body", { what: `${way.join(".")}=${number}`, call: { ...good, body } });
      }
    }
  }
  expect(broken).toEqual([]);
  expect(walked.path).toBeGreaterThanOrEqual(NUMBERS.length);
  expect(walked.query).toBeGreaterThan(20 * NUMBERS.length);
  expect(walked.body).toBeGreaterThan(10 * NUMBERS.length);
}, 180_000);

test("the largest number of a row is answered as one that is not there, the next as one that cannot be", async () => {
  const { workerId = "" } = world;
  const atRevision = (number: number) => fixture.owner.get(`/documents/role/${workerId}/revisions/${number}`);
  expect((await atRevision(API_LIMITS.rowNumberMax)).body).toMatchObject({ status: 404, code: "revision.not-found" });
  expect((await atRevision(API_LIMITS.rowNumberMax + 1)).body).toMatchObject({ status: 400, code: "request.invalid" });
  for (const path of [`/agents/${workerId}`, `/documents/role/${workerId}`]) {
    const restore = async (number: number) =>
      (await fixture.owner.post(`${path}/restore`, { number }, { "if-match": await versionOf(path) })).body;
    expect(await restore(API_LIMITS.rowNumberMax)).toMatchObject({ status: 404, code: "revision.not-found" });
    expect(await restore(API_LIMITS.rowNumberMax + 1)).toMatchObject({ status: 400, code: "request.invalid" });
  }
  const runEntries = (after: number) => fixture.owner.get(`/runs/${world.runId}/entries?after=${after}`);
  expect((await runEntries(API_LIMITS.rowNumberMax)).body).toMatchObject({ data: [] });
  expect((await runEntries(API_LIMITS.rowNumberMax + 1)).body).toMatchObject({ status: 400, code: "request.invalid" });
});
