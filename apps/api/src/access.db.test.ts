import { apiKeyEndpoints } from "@cadre/contracts";
import { insertPerson } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, type ApiFixture, apiFixture, clientWith, dataIn, problemIn } from "./api.fixture.ts";
import type { RunningApi } from "./start-api.ts";

let fixture: ApiFixture;
let other: RunningApi;
beforeAll(async () => {
  fixture = await apiFixture();
  other = await fixture.another();
});
afterAll(async () => {
  await other.stop();
  await fixture.close();
});

test("a key that is unknown, and one in another place than a header, open nothing", async () => {
  const unknown = clientWith(fixture.api.url, "cad_nobody");
  expect(problemIn(await unknown.get("/me"))).toMatchObject({ status: 401, code: "auth.bad-key" });
  const anybody = clientWith(fixture.api.url, "");
  expect(problemIn(await anybody.get(`/tasks?key=${fixture.owner.key}`))).toMatchObject({
    status: 401,
    code: "auth.required",
  });
  const other = await fetch(`${fixture.api.url}/api/v1/me`, { headers: { "x-api-key": fixture.owner.key } });
  expect((await answerOf(other)).status).toBe(200);
});

/** Asks both servers until each has let the key in, so that whatever they might remember of it is fresh. */
async function letIn(key: string): Promise<(path: string) => Promise<readonly number[]>> {
  const clients = [fixture.api.url, other.url].map((url) => clientWith(url, key));
  const ask = (path: string) => Promise.all(clients.map(async (client) => (await client.get(path)).status));
  expect(await ask("/me")).toEqual([200, 200]);
  return ask;
}

test("a revoked key is refused by the very next request, whichever server is asked", async () => {
  const made = dataIn(apiKeyEndpoints.create, await fixture.owner.post("/api-keys", { name: "short-lived" }));
  const ask = await letIn(made.key ?? "");
  const revoked = await fixture.owner.send("DELETE", `/api-keys/${made.apiKey.id}`);
  expect(revoked).toMatchObject({ status: 200, body: { revokedAt: expect.any(String) } });
  expect(await ask("/me")).toEqual([401, 401]);
});

test("a request that comes while another of its key is looked up does not share an answer from before the revocation", async () => {
  for (let round = 0; round < 10; round += 1) {
    const made = dataIn(apiKeyEndpoints.create, await fixture.owner.post("/api-keys", { name: `round ${round}` }));
    const ask = await letIn(made.key ?? "");
    const meanwhile = Array.from({ length: 20 }, () => ask("/me"));
    await fixture.owner.send("DELETE", `/api-keys/${made.apiKey.id}`);
    expect(await ask("/me")).toEqual([401, 401]);
    await Promise.all(meanwhile);
  }
});

test("a member's role counts from the next request on, and the key of one who was removed opens nothing", async () => {
  const person = await insertPerson(fixture.deps, fixture.given.organizationId, { name: "Lea", role: "admin" });
  const { key } = await fixture.clientOf(person);
  const ask = await letIn(key);
  const member = `/organization/members/${person.id}`;
  expect(await ask("/audit-entries")).toEqual([200, 200]);
  expect((await fixture.owner.post(`${member}/role`, { role: "viewer" })).status).toBe(200);
  expect(await ask("/audit-entries")).toEqual([403, 403]);
  expect((await fixture.owner.send("DELETE", member)).status).toBe(200);
  expect(await ask("/me")).toEqual([401, 401]);
});

test("what an owner made, a member sees and a viewer only reads", async () => {
  const { projectId, workerId, reviewerId } = fixture.given;
  const body = { projectId, title: "Seen by all", assigneeId: workerId, reviewerId };
  expect((await fixture.member.post("/tasks", body)).status).toBe(201);
  expect(problemIn(await fixture.viewer.post("/tasks", body))).toMatchObject({ status: 403, code: "auth.role" });
  const { data } = (await fixture.viewer.get("/tasks?search=seen by")).body as { data: { title: string }[] };
  expect(data.map(({ title }) => title)).toEqual(["Seen by all"]);
});

test("lists go on where the page before ended, until there is no more", async () => {
  for (const name of ["a", "b", "c", "d", "e"]) await fixture.owner.post("/teams", { name });
  const names: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = cursor === "" ? "" : `&cursor=${cursor}`;
    const page = (await fixture.owner.get(`/teams?limit=2${query}`)).body as {
      data: { name: string }[];
      nextCursor: string | null;
    };
    names.push(...page.data.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  expect(names).toEqual(["a", "b", "c", "d", "e"]);
});

test.each([
  "/tasks",
  "/runs",
  "/projects",
  "/agents",
  "/approvals",
  "/notifications",
  "/deliverables",
  "/api-keys",
  "/teams",
])("%s refuses a cursor that nobody gave", async (path) => {
  const answer = await fixture.owner.get(`${path}?cursor=nonsense`);
  expect(problemIn(answer)).toMatchObject({ status: 400, code: "request.bad-cursor" });
});

test("a request keeps the id that its client gave it", async () => {
  const given = await fixture.owner.get("/nothing", { headers: { "x-request-id": "trace-7" } });
  expect(given.headers.get("x-request-id")).toBe("trace-7");
  expect(problemIn(given).instance).toBe("trace-7");
  const strange = await fixture.owner.get("/me", { headers: { "x-request-id": "<script>" } });
  expect(strange.headers.get("x-request-id")).toMatch(/^req_/);
});

test("health and the document need no key", async () => {
  const get = async (path: string): Promise<number> => (await fetch(`${fixture.api.url}${path}`)).status;
  expect(await Promise.all(["/health/live", "/health/ready", "/metrics", "/api/openapi.json"].map(get))).toEqual([
    200, 200, 200, 200,
  ]);
});
