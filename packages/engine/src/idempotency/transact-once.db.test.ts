import { API_LIMITS } from "@cadre/shared";
import { engineFixture, type EngineFixture, giveOrganization } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createAgent } from "../agents/create-agent.ts";
import { transact } from "../open-transaction.ts";
import { createApiKey } from "../organization/api-keys/create-api-key.ts";
import { createProject } from "../projects/create-project.ts";
import { purgeIdempotencyKeys } from "./purge-keys.ts";
import type { IdempotentRequest } from "./stored-response.ts";
import { transactOnce } from "./transact-once.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

function request(key: string, body = "b1", route = "POST /projects"): IdempotentRequest {
  return { principalId: fixture.given.owner.id, key, route, bodyHash: body };
}

const project = (key: string) => ({ key, name: key, description: "", repositories: [], governance: {} });

const agentNamed = (name: string) => ({
  name,
  position: "worker" as const,
  roleText: "",
  checklistText: "",
  skills: [],
  settings: {},
});

async function projectsNamed(key: string): Promise<number> {
  const rows = await fixture.deps.database.query("select 1 from projects where key = $1", [key]);
  return rows.length;
}

test("a thousand requests at once with one key do the work once and all get its answer", async () => {
  const { deps, given } = fixture;
  let worked = 0;
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () =>
      transactOnce(deps, { actor: given.owner, request: request("thousand") }, async () => {
        worked += 1;
        // Reads outside the transaction need a second connection: the waiting requests must not hold them all.
        await deps.database.query("select 1");
        return createProject(deps, given.owner, project("THOUSAND"));
      }),
    ),
  );
  expect(worked).toBe(1);
  expect(await projectsNamed("THOUSAND")).toBe(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ key: "THOUSAND", archivedAt: null });
});

test("requests of one key from two processes wait for each other in the database", async () => {
  const { deps, given } = fixture;
  const ask = () =>
    // A copy of the database's door stands for another process: it shares no memory of requests under way.
    transactOnce(
      { ...deps, database: { ...deps.database } },
      { actor: given.owner, request: request("processes") },
      (tx) => createProject(tx.deps, given.owner, project("PROCS")),
    );
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await projectsNamed("PROCS")).toBe(1);
});

test("a key used for another body or route is refused and changes nothing", async () => {
  const { deps, given } = fixture;
  const once = (asked: IdempotentRequest) =>
    transactOnce(deps, { actor: given.owner, request: asked }, async () => ({ done: asked.bodyHash }));
  await once(request("reused"));
  for (const other of [request("reused", "b2"), request("reused", "b1", "POST /agents")]) {
    await expect(once(other)).rejects.toMatchObject({ kind: "conflict", code: "idempotency.key-reused" });
  }
  expect(await once(request("reused"))).toEqual({ done: "b1" });
  const other = await giveOrganization(deps, "other-keys");
  expect(await transactOnce(deps, { actor: other.owner, request: request("reused", "b9") }, async () => "theirs")).toBe(
    "theirs",
  );
});

test("a request that failed wrote nothing, and the same key may try again", async () => {
  const { deps, given } = fixture;
  const attempt = (name: string) =>
    transactOnce(deps, { actor: given.owner, request: request("again") }, async () => {
      await createProject(deps, given.owner, project("AGAIN"));
      return createAgent(deps, given.owner, { ...agentNamed(name), ...(name === "bad" ? { teamId: "tea_none" } : {}) });
    });
  await expect(attempt("bad")).rejects.toMatchObject({ code: "team.not-found" });
  expect(await projectsNamed("AGAIN")).toBe(0);
  expect(await attempt("good")).toMatchObject({ name: "good" });
  expect(await projectsNamed("AGAIN")).toBe(1);
});

test("operations inside a transaction join it: one commit, one set of events, or nothing at all", async () => {
  const { deps, given } = fixture;
  const both = async (fail: boolean) =>
    transact(deps, given.owner, async (tx) => {
      await createProject(deps, given.owner, project("JOINED"));
      expect(await tx.unit.query("select 1 from projects where key = 'JOINED'")).toHaveLength(1);
      expect(await projectsNamed("JOINED")).toBe(0);
      await createAgent(deps, given.owner, agentNamed("Joined"));
      if (fail) throw new Error("after both");
    });
  await expect(both(true)).rejects.toThrow("after both");
  expect(await projectsNamed("JOINED")).toBe(0);
  expect(await deps.database.query("select 1 from agents where name = 'Joined'")).toEqual([]);
  await both(false);
  expect(await projectsNamed("JOINED")).toBe(1);
  const events = await deps.database.query(
    "select type from outbox where payload like '%JOINED%' or payload like '%Joined%' order by id",
  );
  expect(events).toEqual([{ type: "project.created" }, { type: "agent.created" }]);
});

test("a joined operation that failed undoes the whole, even if its caller goes on", async () => {
  const { deps, given } = fixture;
  const going = transact(deps, given.owner, async () => {
    await createProject(deps, given.owner, project("DOOMED"));
    await createProject(deps, given.owner, project("DOOMED")).catch(() => undefined);
    return "went on";
  });
  await expect(going).rejects.toMatchObject({ code: "project.key-taken" });
  expect(await projectsNamed("DOOMED")).toBe(0);
});

test("work of another organization, or begun after the transaction ended, does not join", async () => {
  const { deps, given } = fixture;
  const other = await giveOrganization(deps, "no-join");
  let late: Promise<unknown> = Promise.resolve();
  const ended = Promise.withResolvers<void>();
  const outer = transact(deps, given.owner, async () => {
    await createProject(deps, other.owner, project("OTHERS"));
    late = ended.promise.then(() => createProject(deps, given.owner, project("LATE")));
    throw new Error("undo");
  });
  await expect(outer).rejects.toThrow("undo");
  ended.resolve();
  await late;
  expect([await projectsNamed("OTHERS"), await projectsNamed("LATE")]).toEqual([1, 1]);
});

test("a new API key is shown once: it is not kept with the response, and a repeat makes no second key", async () => {
  const { deps, given } = fixture;
  const once = () =>
    transactOnce(deps, { actor: given.owner, request: request("key") }, () =>
      createApiKey(deps, given.owner, { name: "Once" }),
    );
  const first = z.object({ key: z.string().startsWith("cad_"), apiKey: z.unknown() }).parse(await once());
  expect(await once()).toEqual({ ...first, key: null });
  const kept = await deps.database.query("select 1 from idempotency_keys where response_body like '%' || $1 || '%'", [
    first.key,
  ]);
  expect(kept).toEqual([]);
  expect(await deps.database.query("select 1 from api_keys where name = 'Once'")).toHaveLength(1);
});

test("keys are forgotten after a day", async () => {
  const { deps, given, clock } = fixture;
  let worked = 0;
  const once = () =>
    transactOnce(deps, { actor: given.owner, request: request("day") }, async () => {
      worked += 1;
      return null;
    });
  await once();
  await clock.advance(API_LIMITS.idempotencyTtlMs - 60_000);
  await purgeIdempotencyKeys(deps);
  await once();
  expect(worked).toBe(1);
  await clock.advance(120_000);
  expect(await purgeIdempotencyKeys(deps)).toBeGreaterThan(0);
  await once();
  expect(worked).toBe(2);
});
