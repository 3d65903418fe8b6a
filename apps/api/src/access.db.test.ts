import { apiKeyEndpoints } from "@cadre/contracts";
import { API_LIMITS } from "@cadre/shared";
import { eventually } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, type ApiFixture, apiFixture, clientWith, dataIn, problemIn } from "./api.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture();
});
afterAll(() => fixture.close());

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

test("a revoked key is refused within a second", async () => {
  const made = dataIn(apiKeyEndpoints.create, await fixture.owner.post("/api-keys", { name: "short-lived" }));
  const client = clientWith(fixture.api.url, made.key ?? "");
  expect((await client.get("/me")).status).toBe(200);
  const revoked = await fixture.owner.send("DELETE", `/api-keys/${made.apiKey.id}`);
  expect(revoked).toMatchObject({ status: 200, body: { revokedAt: expect.any(String) } });
  const since = performance.now();
  const accepted: number[] = [];
  await eventually(async () => {
    const askedAfterMs = performance.now() - since;
    if ((await client.get("/me")).status === 401) return true;
    accepted.push(askedAfterMs);
    return undefined;
  }, "refusal");
  // However long an answer takes: what is asked later than a principal is remembered is refused.
  for (const askedAfterMs of accepted) expect(askedAfterMs).toBeLessThan(API_LIMITS.principalCacheMs);
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
