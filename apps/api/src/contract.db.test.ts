import { type Endpoint, ENDPOINTS } from "@cadre/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type ApiFixture, apiFixture, type Ask, problemIn } from "./api.fixture.ts";
import { type Call, CALLS, pathOf } from "./calls.fixture.ts";
import { furnish, type World } from "./world.fixture.ts";

let fixture: ApiFixture;
let world: World;

beforeAll(async () => {
  fixture = await apiFixture();
  world = { ...(await furnish(fixture.deps, fixture.given)), setupToken: fixture.api.setupToken ?? "" };
});
afterAll(() => fixture.close());

test("every endpoint has a call that this walk makes", () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(ENDPOINTS.map(({ id }) => id).toSorted());
});

test.each(ENDPOINTS)("$id answers with what its contract says, no more and no less", async (endpoint) => {
  const call = CALLS[endpoint.id]?.(world) ?? {};
  if (endpoint.produces === "text/event-stream") return expectStream(endpoint, call);
  const client = endpoint.needsSignIn === true ? await fixture.signedIn(fixture.given.owner) : fixture.owner;
  const answer = await client.send(endpoint.method, pathOf(endpoint, call), await askOf(endpoint, call));
  if (answer.status !== endpoint.status)
    throw new Error(`It answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  expectBody(endpoint, answer);
});

test.each(ENDPOINTS.filter(({ access }) => access !== "public"))("$id needs a key", async (endpoint) => {
  const response = await fetch(`${fixture.api.url}/api/v1${pathOf(endpoint, {})}`, { method: endpoint.method });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe("Bearer");
  expect(await response.json()).toMatchObject({ code: "auth.required" });
});

test.each(ENDPOINTS.filter(({ access }) => access === "member" || access === "admin"))(
  "$id is not for everybody",
  async (endpoint) => {
    const tooLow = endpoint.access === "admin" ? [fixture.member, fixture.viewer] : [fixture.viewer];
    for (const client of tooLow) {
      const answer = await client.send(endpoint.method, pathOf(endpoint, {}));
      expect(problemIn(answer)).toMatchObject({ status: 403, code: "auth.role" });
    }
  },
);

async function askOf(endpoint: Endpoint, call: Call): Promise<Ask> {
  const version =
    call.versionAt === undefined ? undefined : (await fixture.owner.get(call.versionAt)).headers.get("etag");
  return {
    ...(call.query === undefined ? {} : { query: call.query }),
    ...(call.body === undefined ? {} : { body: call.body }),
    headers: {
      ...(version === null || version === undefined ? {} : { "if-match": version }),
      ...(endpoint.method === "POST" ? { "idempotency-key": `contract-${endpoint.id}` } : {}),
    },
  };
}

function expectBody(endpoint: Endpoint, answer: Answer): void {
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
  if (endpoint.status === 204) return expect(answer.body).toBe("");
  if (endpoint.produces !== undefined) {
    expect(answer.headers.get("content-type")).toBe(endpoint.produces);
    if (endpoint.id === "sessions.export") {
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''ses_\w+\.ndjson$/);
      return expect(String(answer.body)).toMatch(/^\{.*"type":"session"\}\n[^]*"type":"end"\}\n$/);
    }
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''hello.txt");
    expect(answer.headers.get("content-length")).toBe("6");
    return expect(answer.body).toBe("hello\n");
  }
  expect(endpoint.response.parse(answer.body)).toEqual(answer.body);
  const { version } = answer.body as { version?: number };
  if (endpoint.ifMatch !== undefined) expect(answer.headers.get("etag")).toBe(`"${version}"`);
  if (endpoint.method === "GET" && !("nextCursor" in (answer.body as object))) {
    expect(answer.headers.get("etag")).toMatch(version === undefined ? /^"[\w-]{16}"$/ : `"${version}-`);
  }
}

async function expectStream(endpoint: Endpoint, call: Call): Promise<void> {
  const query = new URLSearchParams(call.query).toString();
  const response = await fetch(`${fixture.api.url}/api/v1${pathOf(endpoint, call)}?${query}`, {
    headers: { authorization: `Bearer ${fixture.owner.key}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  await response.body?.cancel();
}
