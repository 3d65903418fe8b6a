import { AgentChange, NewAgent } from "@cadre/domain";
import { claimTestRun, engineFixture, type EngineFixture, fact, giveOrganization, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endAttempt } from "../runs/end-attempt.ts";
import { stopWorker } from "../runs/workers.ts";
import { createAgent } from "./create-agent.ts";
import { deleteAgent } from "./delete-agent.ts";
import { getAgent } from "./get-agent.ts";
import { listAgents } from "./list-agents.ts";
import { pauseAgent } from "./pause-agent.ts";
import { updateAgent } from "./update-agent.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

fact("I5", "an agent's status follows from its runs, pauses and living executors, and no column holds it", async () => {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Derived" });
  const status = async () => {
    const agent = await getAgent(deps, given.owner, { agentId });
    return [agent.status, agent.statusReason];
  };
  expect(await status()).toEqual(["idle", null]);
  const runId = await queueTestRun(deps, given, { agentId });
  expect(await status()).toEqual(["offline", "work stands ready, but no executor is running"]);
  const claim = await claimTestRun(deps, runId);
  expect(await status()).toEqual(["working", null]);
  const second = await queueTestRun(deps, given, { agentId, delayMs: 60_000 });
  await endAttempt(deps, claim, { kind: "parked", waits: [{ kind: "process", reference: "p1" }] });
  expect(await status()).toEqual(["waiting", "waits for a background process"]);
  await deps.database.query("update runs set not_before = null where id = $1", [second]);
  expect(await status()).toEqual(["queued", null]);
  const next = await claimTestRun(deps, second);
  await fixture.clock.advance(60_000);
  expect((await status())[0]).toBe("offline");
  await deps.database.query("update workers set lease_until = cadre_now() + interval '1 minute' where id = $1", [
    next.workerId,
  ]);
  expect((await status())[0]).toBe("working");
  await endAttempt(deps, next, { kind: "succeeded", outcome: "done" });
  await pauseAgent(deps, given.owner, { agentId });
  expect((await status())[0]).toBe("paused");
  await stopWorker(deps, next.workerId);
  const stored = await deps.database.query(
    "select column_name from information_schema.columns where table_name = 'agents' and column_name like '%status%'",
  );
  expect(stored).toEqual([]);
});

test("an agent is hired with its defaults, changed by whoever saw its version, and settings are merged", async () => {
  const { deps, given } = fixture;
  const made = await createAgent(
    deps,
    given.owner,
    NewAgent.parse({ name: "Zoë", managerId: given.managerId, settings: { heartbeatCap: 5 }, skills: ["csv"] }),
  );
  expect(made).toMatchObject({
    position: "worker",
    schedule: { every: "30m" },
    settings: { heartbeatCap: 5, toolIterationCap: 200, patrol: "never" },
    status: "idle",
    version: 1,
  });
  const change = AgentChange.parse({ settings: { patrol: "daily" }, schedule: { cron: "0 9 * * 1-5" }, teamId: null });
  const changed = await updateAgent(deps, given.owner, { agentId: made.id, version: 1, change });
  expect(changed).toMatchObject({
    name: "Zoë",
    settings: { heartbeatCap: 5, patrol: "daily" },
    schedule: { cron: "0 9 * * 1-5" },
    version: 2,
  });
  await expect(updateAgent(deps, given.owner, { agentId: made.id, version: 1, change: {} })).rejects.toMatchObject({
    kind: "stale",
    code: "agent.stale",
    details: { currentVersion: 2 },
  });
});

test("of two changes at once on one version one is written", async () => {
  const { deps, given } = fixture;
  const { id: agentId } = await createAgent(deps, given.owner, NewAgent.parse({ name: "Race" }));
  const results = await Promise.allSettled(
    ["one", "two"].map((name) => updateAgent(deps, given.owner, { agentId, version: 1, change: { name } })),
  );
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await getAgent(deps, given.owner, { agentId })).version).toBe(2);
});

test("two agents who are made each other's manager at the same moment: one is refused", async () => {
  const { deps, given } = fixture;
  for (let round = 0; round < 10; round += 1) {
    const [one, other] = await Promise.all(
      ["One", "Other"].map((name) => createAgent(deps, given.owner, NewAgent.parse({ name: `${name} ${round}` }))),
    );
    const make = (agent: typeof one, manager: typeof one) =>
      updateAgent(deps, given.owner, {
        agentId: agent?.id ?? "",
        version: agent?.version ?? 0,
        change: { managerId: manager?.id ?? "" },
      }).then(
        () => "done",
        (error: { readonly code: string }) => error.code,
      );
    const outcomes = await Promise.all([make(one, other), make(other, one)]);
    expect(outcomes.toSorted()).toEqual(["agent.manager-cycle", "done"]);
  }
});

test("a manager must exist and no chain of managers closes; a cron must mean something", async () => {
  const { deps, given } = fixture;
  const make = (input: unknown) => createAgent(deps, given.owner, NewAgent.parse(input));
  const top = await make({ name: "Top", position: "manager" });
  const middle = await make({ name: "Middle", managerId: top.id });
  const refuse = async (change: AgentChange, code: string, field: string) =>
    expect(updateAgent(deps, given.owner, { agentId: top.id, version: 1, change })).rejects.toMatchObject({
      code,
      field,
    });
  await refuse({ managerId: middle.id }, "agent.manager-cycle", "managerId");
  await refuse({ managerId: top.id }, "agent.manager-cycle", "managerId");
  await refuse({ managerId: "agt_none" }, "agent.not-found", "managerId");
  await refuse({ teamId: "tea_none" }, "team.not-found", "teamId");
  await refuse({ schedule: { cron: "each monday" } }, "agent.bad-schedule", "schedule.cron");
  expect((await getAgent(deps, given.owner, { agentId: top.id })).version).toBe(1);
});

test("an agent with open work stays; without, its mail is dropped and its agents get its manager", async () => {
  const { deps, given } = fixture;
  const boss = await createAgent(deps, given.owner, NewAgent.parse({ name: "Boss", position: "manager" }));
  const leaves = await createAgent(deps, given.owner, NewAgent.parse({ name: "Leaves", managerId: boss.id }));
  const stays = await createAgent(deps, given.owner, NewAgent.parse({ name: "Stays", managerId: leaves.id }));
  const reviewer = { kind: "agent", id: leaves.id } as const;
  const waiting = await given.task({ status: "review", reviewer });
  await given.task({ status: "in_progress", reviewer });
  await given.task({ status: "completed", assigneeId: leaves.id });
  const runId = await queueTestRun(deps, given, { agentId: leaves.id });
  await expect(deleteAgent(deps, given.owner, { agentId: leaves.id })).rejects.toMatchObject({
    code: "agent.has-open-work",
    details: { tasks: [{ id: waiting.id, key: waiting.key }] },
  });
  await deps.database.query("update tasks set status = 'completed', version = version + 1 where id = $1", [waiting.id]);
  await deleteAgent(deps, given.owner, { agentId: leaves.id });
  await expect(getAgent(deps, given.owner, { agentId: leaves.id })).rejects.toMatchObject({ code: "agent.not-found" });
  expect((await getAgent(deps, given.owner, { agentId: stays.id })).managerId).toBe(boss.id);
  expect(await deps.database.query("select status from runs where id = $1", [runId])).toEqual([
    { status: "cancelled" },
  ]);
});

test("agents of another organization are not found, on every path", async () => {
  const { deps, given } = fixture;
  const other = await giveOrganization(deps, "agents-elsewhere");
  const input = { agentId: given.workerId };
  for (const attempt of [
    () => getAgent(deps, other.owner, input),
    () => pauseAgent(deps, other.owner, input),
    () => deleteAgent(deps, other.owner, input),
    () => updateAgent(deps, other.owner, { ...input, version: 1, change: { name: "Mine" } }),
    () => createAgent(deps, other.owner, NewAgent.parse({ name: "Spy", managerId: given.managerId })),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "agent.not-found" });
  }
  const listed = await listAgents(deps, other.owner, { limit: 2 });
  const rest = await listAgents(deps, other.owner, { limit: 2, cursor: listed.nextCursor ?? "" });
  expect([...listed.data, ...rest.data].map((agent) => agent.name)).toEqual(["Mira", "Walt", "Rita"]);
});
