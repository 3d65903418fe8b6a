import { claimTestRun, engineFixture, type EngineFixture, fact, giveOrganization, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { claimRun } from "../runs/claim-run.ts";
import { endAttempt } from "../runs/end-attempt.ts";
import { registerWorker } from "../runs/workers.ts";
import { emergencyStop, resumeOrganization } from "./emergency-stop.ts";
import { getOrganization } from "./get-organization.ts";
import { updateOrganization } from "./update-organization.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const AGENTS = 24;

async function runsBy(organizationId: string): Promise<Record<string, number>> {
  const rows = await fixture.deps.database.query<{ status: string; count: number }>(
    "select status, count(*)::int as count from runs where organization_id = $1 group by status",
    [organizationId],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

fact(
  "I6",
  "an emergency stop wins against claims at the same moment: nothing runs after it, nothing is claimed until it is lifted",
  async () => {
    const { deps } = fixture;
    const given = await giveOrganization(deps, "stopped");
    const workerId = await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
    const runIds: string[] = [];
    for (let made = 0; made < AGENTS; made += 1) {
      const agentId = await given.newAgent({ name: `A${made}` });
      runIds.push(await queueTestRun(deps, given, { agentId }));
    }
    const claims = runIds.map((hintRunId) => claimRun(deps, { hintRunId, workerId, version: 1 }));
    const [stopped, ...claimed] = await Promise.all([emergencyStop(deps, given.owner), ...claims]);
    expect(stopped).toMatchObject({ pausedBy: "Olive Owner", pausedAt: expect.any(String) });
    expect(await runsBy(given.organizationId)).toEqual({ queued: AGENTS });
    for (const claim of claimed.filter((one) => one !== undefined)) {
      await expect(endAttempt(deps, claim, { kind: "succeeded", outcome: "late" })).rejects.toMatchObject({
        code: "run.stale-fence",
      });
    }
    const during = await Promise.all(runIds.map((hintRunId) => claimRun(deps, { hintRunId, workerId, version: 1 })));
    expect(during.filter((one) => one !== undefined)).toEqual([]);
    const again = await registerWorker(deps, { kind: "test", host: "test", pid: 2, version: 1 });
    expect(await claimRun(deps, { hintRunId: runIds[0] ?? "", workerId: again, version: 1 })).toBeUndefined();
    fixture.doorbell.runs.length = 0;
    expect(await resumeOrganization(deps, given.owner)).toMatchObject({ pausedAt: null, pausedBy: null });
    expect(fixture.doorbell.runs.map((hint) => hint.runId).sort()).toEqual([...runIds].sort());
    const after = await Promise.all(
      runIds.map((hintRunId) => claimRun(deps, { hintRunId, workerId: again, version: 1 })),
    );
    expect(after.filter((one) => one !== undefined).length).toBe(AGENTS);
  },
);

test("the stop drops beats and internal mail of all agents and leaves other organizations at work", async () => {
  const { deps } = fixture;
  const given = await giveOrganization(deps, "stop-here");
  const other = await giveOrganization(deps, "not-here");
  const theirs = await claimTestRun(deps, await queueTestRun(deps, other));
  for (const agentId of [given.workerId, given.reviewerId]) {
    await transact(deps, given.system, async (tx) => {
      await tx.mailbox.post(agentId, { type: "heartbeat", payload: { instant: "now", reasons: ["mail"] } });
      await tx.mailbox.post(agentId, { type: "system_event", payload: { subject: "reflection", text: "Think." } });
    });
  }
  await emergencyStop(deps, given.owner);
  expect(await runsBy(given.organizationId)).toEqual({ cancelled: 4 });
  const items = await deps.database.query(
    "select distinct status, outcome from mailbox_items where organization_id = $1",
    [given.organizationId],
  );
  expect(items).toEqual([{ status: "dropped", outcome: "dropped by a pause" }]);
  await expect(endAttempt(deps, theirs, { kind: "succeeded", outcome: "done" })).resolves.toMatchObject({
    status: "succeeded",
  });
});

test("only owners and admins stop and lift; twice is once", async () => {
  const { deps } = fixture;
  const given = await giveOrganization(deps, "rights");
  for (const actor of [given.member, given.viewer, given.agent(given.managerId)]) {
    await expect(emergencyStop(deps, actor)).rejects.toMatchObject({ code: "access.role-missing" });
    await expect(resumeOrganization(deps, actor)).rejects.toMatchObject({ code: "access.role-missing" });
  }
  const first = await emergencyStop(deps, given.owner);
  expect(await emergencyStop(deps, given.owner)).toEqual(first);
  await resumeOrganization(deps, given.owner);
  await resumeOrganization(deps, given.owner);
  const events = await deps.database.query("select type from outbox where entity_id = $1 order by id", [
    given.organizationId,
  ]);
  expect(events).toEqual([{ type: "organization.stopped" }, { type: "organization.resumed" }]);
});

test("a change needs the version it saw, cleans its text, and is announced with what it changed", async () => {
  const { deps } = fixture;
  const given = await giveOrganization(deps, "changes");
  const change = { contextText: "We sell\u0000 tea.\uD800", timeZone: "Europe/Berlin" };
  const changed = await updateOrganization(deps, given.owner, { version: 1, change });
  expect(changed).toMatchObject({ contextText: "We sell\uFFFD tea.\uFFFD", timeZone: "Europe/Berlin", version: 2 });
  await expect(updateOrganization(deps, given.owner, { version: 1, change: { name: "x" } })).rejects.toMatchObject({
    code: "organization.stale",
    details: { currentVersion: 2 },
  });
  expect(await getOrganization(deps, given.viewer)).toEqual(changed);
  const events = await deps.database.query<{ payload: string }>(
    "select payload from outbox where entity_id = $1 and type = 'organization.updated'",
    [given.organizationId],
  );
  expect(events.map((event) => JSON.parse(event.payload))).toEqual([
    { fields: ["contextText", "timeZone"], version: 2 },
  ]);
});
