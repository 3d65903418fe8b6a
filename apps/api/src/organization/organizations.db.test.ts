import { apiKeyEndpoints, auditEntryEndpoints, ENDPOINTS, meEndpoints, organizationsEndpoints } from "@cadre/contracts";
import { fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiFixture, apiFixture, type Client, clientWith, dataIn, problemIn } from "../api.fixture.ts";
import { CALLS, pathOf } from "../calls.fixture.ts";
import { furnish } from "../world.fixture.ts";

let fixture: ApiFixture;
let browser: Client;
beforeAll(async () => {
  fixture = await apiFixture();
  browser = await fixture.signedIn(fixture.given.owner);
});
afterAll(() => fixture.close());

fact(
  "I18",
  "one person works in several organizations, in one at a time, and each request may name another",
  async () => {
    const made = dataIn(organizationsEndpoints.create, await browser.post("/organizations", { name: "acme" }));
    expect(made).toMatchObject({
      role: "owner",
      organization: { name: "acme", slug: expect.stringMatching(/^acme-/) },
    });
    expect(made.organizations).toHaveLength(2);
    const [home, branch] = [fixture.given.organizationId, made.organization.id];
    const inBranch = { headers: { "cadre-organization": branch } };
    const inHome = { headers: { "cadre-organization": home } };

    expect((await browser.post("/teams", { name: "Branch team" })).status).toBe(201);
    expect((await browser.post("/teams", { name: "Home team" }, inHome.headers)).status).toBe(201);
    const teamsIn = async (ask: object): Promise<string> => JSON.stringify((await browser.get("/teams", ask)).body);
    expect(await teamsIn({})).toContain("Branch team");
    expect(await teamsIn(inBranch)).not.toContain("Home team");
    expect(await teamsIn(inHome)).toContain("Home team");
    expect(await teamsIn(inHome)).not.toContain("Branch team");

    const back = dataIn(organizationsEndpoints.enter, await browser.post(`/organizations/${home}/enter`));
    expect(back.organization.id).toBe(home);
    expect(await teamsIn({})).toContain("Home team");
    const later = await fixture.signedIn({ ...fixture.given.owner, organizationId: branch });
    expect(dataIn(meEndpoints.get, await later.get("/me")).organization.id).toBe(branch);
  },
);

test("an organization of others is not found by any name", async () => {
  const other = (await fixture.stranger()).given.organizationId;
  for (const answer of [
    await browser.get("/me", { headers: { "cadre-organization": other } }),
    await browser.get("/me", { headers: { "cadre-organization": "org_nobody" } }),
    await browser.post(`/organizations/${other}/enter`),
    await fixture.owner.get("/me", { headers: { "cadre-organization": other } }),
  ]) {
    expect(problemIn(answer)).toMatchObject({ status: 404, code: "organization.not-found" });
  }
  const own = { headers: { "cadre-organization": fixture.given.organizationId } };
  expect((await fixture.owner.get("/me", own)).status).toBe(200);
});

test("only an owner makes another organization", async () => {
  const member = await fixture.signedIn(fixture.given.member);
  expect(problemIn(await member.post("/organizations", { name: "Mine" })).code).toBe("auth.role");
});

test("a change is in the audit with who made it and what they showed; a read leaves nothing there", async () => {
  const made = dataIn(apiKeyEndpoints.create, await browser.post("/api-keys", { name: "Nightly" }));
  const robot = clientWith(fixture.api.url, made.key ?? "");
  const { projectId, workerId, reviewerId } = fixture.given;
  const task = await robot.post("/tasks", { projectId, title: "Audited", assigneeId: workerId, reviewerId });
  const taskId = (task.body as { id: string }).id;
  await robot.get(`/tasks/${taskId}`);
  const audit = async (query: Record<string, string>) =>
    dataIn(auditEntryEndpoints.list, await fixture.owner.get("/audit-entries", { query })).data;

  const byRobot = await audit({ credentialId: made.apiKey.id });
  expect(byRobot.map(({ action }) => action)).toEqual(expect.arrayContaining(["task.created", "task.approved"]));
  expect(byRobot.find(({ action }) => action === "task.created")).toMatchObject({
    actor: { kind: "person", id: fixture.given.owner.id, name: "Olive Owner" },
    credential: { kind: "api-key", id: made.apiKey.id, name: "Nightly" },
    entity: { kind: "task", id: taskId },
    details: { title: "Audited" },
  });
  const [created] = await audit({ entityId: made.apiKey.id });
  expect(created).toMatchObject({ action: "api-key.created", credential: { kind: "sign-in" } });
  expect((await audit({ action: "task.", entityId: taskId })).length).toBeGreaterThan(1);
  expect(await audit({ action: "task.created", actorId: fixture.given.member.id })).toEqual([]);
  const later = new Date(Date.parse(created?.at ?? "") + 1).toISOString();
  expect(await audit({ entityId: made.apiKey.id, from: later })).toEqual([]);
  expect(await audit({ entityId: made.apiKey.id, until: later })).toHaveLength(1);
  expect(problemIn(await fixture.member.get("/audit-entries")).code).toBe("auth.role");
});

test("what was audited is never changed, and what was undone was never there", async () => {
  const query = (text: string): Promise<unknown[]> => fixture.deps.database.query(text);
  await expect(query("update audit_entries set actor_id = 'somebody'")).rejects.toMatchObject({ code: "CA003" });
  await expect(query("delete from audit_entries")).rejects.toMatchObject({ code: "CA003" });
  const before = await query("select id from audit_entries");
  expect(problemIn(await fixture.owner.post("/tasks", { title: "No project" })).status).toBe(400);
  expect(await query("select id from audit_entries")).toEqual(before);
});

/** What changes nothing that anybody else could see; deliveries of a webhook have a log of their own. */
const LEAVES_NOTHING = [
  "webhooks.test",
  "schedules.preview",
  "invitations.preview",
  "sign-ins.end",
  "organizations.enter",
  "llm-providers.test",
];

test("every endpoint that changes something leaves an audit entry", async () => {
  const { given } = await fixture.stranger("audited");
  const world = await furnish(fixture.deps, given);
  const owner = await fixture.clientOf(given.owner);
  const silent: string[] = [];
  for (const endpoint of ENDPOINTS.filter(({ method, id }) => method !== "GET" && id !== "setup.create")) {
    const client = endpoint.needsSignIn === true ? await fixture.signedIn(given.owner) : owner;
    const call = CALLS[endpoint.id]?.(world) ?? {};
    const version = call.versionAt === undefined ? null : (await owner.get(call.versionAt)).headers.get("etag");
    const count = async (): Promise<number> => {
      const [row] = await fixture.deps.database.query<{ count: number }>(
        "select count(*)::int as count from audit_entries",
      );
      return row?.count ?? 0;
    };
    const before = await count();
    const answer = await client.send(endpoint.method, pathOf(endpoint, call), {
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(version === null ? {} : { headers: { "if-match": version } }),
    });
    expect({ id: endpoint.id, status: answer.status }).toEqual({ id: endpoint.id, status: endpoint.status });
    if ((await count()) === before) silent.push(endpoint.id);
  }
  expect(silent.toSorted((a, b) => a.localeCompare(b))).toEqual(LEAVES_NOTHING.toSorted((a, b) => a.localeCompare(b)));
});
