import { type BeatSchedule, dueSlots, StoredBeatSchedule } from "@cadre/domain";
import { HEARTBEAT_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, type EngineFixture, fact, type Given, giveOrganization } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nextCronInstant } from "../next-cron-instant.ts";
import { transact } from "../open-transaction.ts";
import type { ClaimedRun } from "../runs/claimed-run.ts";
import { endAttempt } from "../runs/end-attempt.ts";
import { renewWorker } from "../runs/workers.ts";
import { countBeats } from "./count-beats.ts";
import { fireDueSlots } from "./fire-due-slots.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

type AgentFacts = { schedule?: BeatSchedule; patrol?: "daily" | "each_beat" };

/** An agent whose schedule began now; every other agent of the installation is off. */
async function scheduledAgent(given: Given, facts: AgentFacts = {}): Promise<string> {
  const { deps } = fixture;
  await deps.database.query(
    "update agents set deleted_at = cadre_now() where deleted_at is null and organization_id <> $1",
    [given.organizationId],
  );
  const off = StoredBeatSchedule.parse({ schedule: { off: true }, since: deps.now().toISOString() });
  await deps.database.query("update agents set schedule = $1 where schedule is null", [JSON.stringify(off)]);
  const agentId = await given.newAgent({
    name: "Scheduled",
    settings: facts.patrol === undefined ? {} : { patrol: facts.patrol },
  });
  const stored = { schedule: facts.schedule ?? { every: "30m" }, since: deps.now().toISOString() };
  await deps.database.query("update agents set schedule = $2, checklist_text = 'Look around.' where id = $1", [
    agentId,
    JSON.stringify(StoredBeatSchedule.parse(stored)),
  ]);
  return agentId;
}

type SlotRow = { status: string; reason: string | null };

function slotsOf(agentId: string): Promise<SlotRow[]> {
  return fixture.deps.database.query<SlotRow>(
    "select status, reason from schedule_slots where owner_id = $1 order by instant",
    [agentId],
  );
}

async function statusesOf(agentId: string): Promise<string[]> {
  return (await slotsOf(agentId)).map((slot) => slot.status);
}

async function openBeats(agentId: string): Promise<{ id: string; runId: string }[]> {
  return fixture.deps.database.query(
    `select m.id, r.id as run_id from mailbox_items m join runs r on r.item_id = m.id
     where m.agent_id = $1 and m.type = 'heartbeat' and m.status in ('queued', 'processing', 'deferred')`,
    [agentId],
  );
}

/** Ends the beat that is open, whatever else waits. */
async function endBeat(agentId: string): Promise<void> {
  const [beat] = await openBeats(agentId);
  if (beat === undefined) return;
  await fixture.deps.database.query("update runs set status = 'cancelled' where id = $1", [beat.runId]);
  await fixture.deps.database.query("update mailbox_items set status = 'completed' where id = $1", [beat.id]);
}

/** Milliseconds until it is this hour in UTC. */
function untilHour(hour: number): number {
  const at = fixture.deps.now();
  const next = new Date(at);
  next.setUTCHours(hour, 0, 0, 0);
  return (next.getTime() - at.getTime() + 24 * HOUR) % (24 * HOUR);
}

/** Goes on to a second after the next slot of a half-hour schedule: where it lies in the half hour depends on the agent's id. */
async function toNextSlot(agentId: string): Promise<void> {
  const now = fixture.deps.now().getTime();
  const after = now + HEARTBEAT_LIMITS.minInitialDelayMs + SECOND;
  const window = { agentId, timeZone: "UTC", after: new Date(after), until: new Date(after + 30 * MINUTE) };
  const [slot] = dueSlots({ every: "30m" }, window, nextCronInstant).instants;
  await fixture.clock.advance((slot?.getTime() ?? 0) - now + SECOND);
}

/** Lets one slot of a half-hour schedule pass. */
async function nextSlot(agentId: string): Promise<SlotRow | undefined> {
  await toNextSlot(agentId);
  await fireDueSlots(fixture.deps);
  await endBeat(agentId);
  return (await slotsOf(agentId)).at(-1);
}

fact(
  "PEER-T1",
  "a beat each second that takes ten: one open beat at a time, the late ticks coalesce and are counted",
  async () => {
    const { deps, clock } = fixture;
    const given = await giveOrganization(deps, "ticks");
    const agentId = await scheduledAgent(given, { schedule: { every: "1s" }, patrol: "each_beat" });
    await clock.advance(5 * SECOND);
    let beat: { claim: ClaimedRun; left: number } | undefined;
    let beats = 0;
    for (let second = 0; second < 30; second += 1) {
      await clock.advance(SECOND);
      await fireDueSlots(deps);
      const open = await openBeats(agentId);
      expect(open.length).toBeLessThanOrEqual(1);
      const [waiting] = open;
      if (beat === undefined && waiting !== undefined) {
        beat = { claim: await claimTestRun(deps, waiting.runId), left: 10 };
        beats += 1;
      }
      if (beat === undefined) continue;
      await renewWorker(deps, beat.claim.workerId, [beat.claim]);
      beat.left -= 1;
      if (beat.left > 0) continue;
      await endAttempt(deps, beat.claim, { kind: "succeeded", outcome: "HEARTBEAT_OK" });
      beat = undefined;
    }
    expect(beats).toBeGreaterThan(1);
    expect(beats).toBeLessThanOrEqual(4);
    const statuses = await statusesOf(agentId);
    expect(statuses.filter((status) => status === "coalesced").length).toBeGreaterThanOrEqual(20);
    expect(statuses.filter((status) => status === "run").length).toBe(beats);
  },
);

fact(
  ["PEER-T9", "M163", "I10"],
  "25 idle agents over 24 hours: no beat, no run, no model call, $0, and every slot counted as skipped",
  async () => {
    const { deps, clock } = fixture;
    const given = await giveOrganization(deps, "idle");
    const first = await scheduledAgent(given);
    await deps.database.query(
      "update agents set schedule = (select schedule from agents where id = $1), checklist_text = 'x' where organization_id = $2",
      [first, given.organizationId],
    );
    while (
      (await deps.database.query("select 1 from agents where organization_id = $1", [given.organizationId])).length < 25
    ) {
      const agentId = await given.newAgent({ name: "Idle" });
      await deps.database.query(
        "update agents set schedule = (select schedule from agents where id = $1) where id = $2",
        [first, agentId],
      );
    }
    for (let quarter = 0; quarter < 96; quarter += 1) {
      await clock.advance(15 * MINUTE);
      expect(await fireDueSlots(deps)).toMatchObject({ run: 0, coalesced: 0 });
    }
    const [traces] = await deps.database.query(
      `select (select count(*)::int from runs where organization_id = $1) as runs,
         (select count(*)::int from mailbox_items where organization_id = $1) as items,
         (select count(*)::int from model_calls where organization_id = $1) as calls`,
      [given.organizationId],
    );
    expect(traces).toEqual({ runs: 0, items: 0, calls: 0 });
    const days = await countBeats(deps, given.owner, { days: 3 });
    const skipped = new Map<string, number>();
    for (const day of days) skipped.set(day.agentId, (skipped.get(day.agentId) ?? 0) + day.skipped);
    expect(skipped.size).toBe(25);
    for (const count of skipped.values()) expect([47, 48, 49]).toContain(count);
    expect(days.every((day) => day.run + day.coalesced + day.missed === 0 && day.costMicros === 0)).toBe(true);
  },
);

fact("M163", "an unchanged state is looked at again only at each fourth slot, a changed one at once", async () => {
  const given = await giveOrganization(fixture.deps, "unchanged");
  const agentId = await scheduledAgent(given);
  const reviewer = { kind: "agent", id: given.reviewerId } as const;
  const task = await given.task({ assigneeId: agentId, status: "failed", reviewer });
  const seen: string[] = [];
  for (let slot = 0; slot < 6; slot += 1) {
    if (slot === 5) await given.task({ assigneeId: agentId, status: "failed", reviewer });
    const row = await nextSlot(agentId);
    seen.push(row?.reason ?? row?.status ?? "none");
  }
  const unchanged = "unchanged since the last slot";
  expect(seen).toEqual(["run", unchanged, unchanged, "run", unchanged, "run"]);
  const [beat] = await fixture.deps.database.query<{ payload: string; headline: string }>(
    "select payload, headline from mailbox_items where agent_id = $1 and type = 'heartbeat' order by id limit 1",
    [agentId],
  );
  expect(beat?.headline).toBe(`Beat: failed task to recover: ${task.key} "Task ${task.key}"`);
});

test("a slot is served once, whoever passes and however often", async () => {
  const { deps } = fixture;
  const given = await giveOrganization(deps, "once");
  const agentId = await scheduledAgent(given, { patrol: "each_beat" });
  await toNextSlot(agentId);
  const passes = await Promise.all(Array.from({ length: 8 }, () => fireDueSlots(deps)));
  expect(passes.map((pass) => pass.run).reduce((sum, run) => sum + run)).toBe(1);
  await fireDueSlots(deps);
  expect(await statusesOf(agentId)).toEqual(["run"]);
  expect((await openBeats(agentId)).length).toBe(1);
});

test("after an outage there is one catch-up; the missed slots are named as such", async () => {
  const { deps, clock } = fixture;
  const given = await giveOrganization(deps, "outage");
  const agentId = await scheduledAgent(given, { patrol: "each_beat" });
  await clock.advance(5 * HOUR);
  await fireDueSlots(deps);
  const slots = await slotsOf(agentId);
  expect(slots.at(-1)).toEqual({ status: "run", reason: null });
  expect(slots.slice(0, -1)).toEqual(
    Array(slots.length - 1).fill({ status: "missed", reason: "no heartbeat worker was running" }),
  );
  expect(slots.length).toBeGreaterThanOrEqual(9);
  expect((await openBeats(agentId)).length).toBe(1);
});

test("a cron slot comes at its instant of the zone, once, within seconds", async () => {
  const { deps, clock } = fixture;
  const given = await giveOrganization(deps, "cron");
  await clock.advance(untilHour(23));
  const agentId = await scheduledAgent(given, {
    schedule: { cron: "0 9 * * *", timeZone: "Asia/Tokyo" },
    patrol: "each_beat",
  });
  await clock.advance(24 * HOUR + 15 * SECOND);
  await fireDueSlots(deps);
  const rows = await deps.database.query<{ at: string; status: string }>(
    "select to_char(instant at time zone 'Asia/Tokyo', 'HH24:MI:SS') as at, status from schedule_slots where owner_id = $1",
    [agentId],
  );
  expect(rows).toEqual([{ at: "09:00:00", status: "run" }]);
});

test("what makes an agent eligible, and what does not", async () => {
  const { deps } = fixture;
  const given = await giveOrganization(deps, "eligible");
  const agentId = await scheduledAgent(given);
  const reviewer = { kind: "agent", id: given.reviewerId } as const;
  const other = await given.newAgent({ name: "Other" });
  const nothing = { status: "skipped", reason: "nothing to do" };
  await given.task({ assigneeId: agentId, status: "pending", reviewer });
  await given.task({ assigneeId: agentId, status: "completed", reviewer });
  await given.task({ assigneeId: agentId, status: "blocked", blockedReason: "question", reviewer });
  await given.task({ assigneeId: other, status: "in_progress", reviewer });
  const post = (delayMs: number) =>
    transact(deps, given.system, (tx) =>
      tx.mailbox.post(agentId, { type: "system_event", payload: { subject: "notice", text: "Look." } }, { delayMs }),
    );
  const later = await post(3 * HOUR);
  expect(await nextSlot(agentId)).toEqual(nothing);
  await transact(deps, given.system, (tx) => tx.mailbox.end(later.itemId, "dropped", "test"));
  const mail = await post(0);
  expect((await nextSlot(agentId))?.status).toBe("run");
  await transact(deps, given.system, (tx) => tx.mailbox.end(mail.itemId, "dropped", "test"));
  expect(await nextSlot(agentId)).toEqual(nothing);
  const stuck = await given.task({ assigneeId: agentId, status: "in_progress", reviewer });
  expect((await nextSlot(agentId))?.status).toBe("run");
  await deps.database.query("update tasks set status = 'cancelled', version = version + 1 where id = $1", [stuck.id]);
  expect(await nextSlot(agentId)).toEqual(nothing);
});

test("a daily patrol goes once a day of the organization, and only with a checklist", async () => {
  const { deps } = fixture;
  const given = await giveOrganization(deps, "patrol");
  const agentId = await scheduledAgent(given, { patrol: "daily" });
  for (let slot = 0; slot < 96; slot += 1) await nextSlot(agentId);
  const days = (await countBeats(deps, given.owner, { days: 5, agentId })).map((day) => day.run);
  expect(days.length).toBeGreaterThanOrEqual(2);
  expect(days.every((run) => run === 1)).toBe(true);
  await deps.database.query("update agents set checklist_text = '' where id = $1", [agentId]);
  const before = (await statusesOf(agentId)).filter((status) => status === "run").length;
  for (let slot = 0; slot < 49; slot += 1) await nextSlot(agentId);
  expect((await statusesOf(agentId)).filter((status) => status === "run").length).toBe(before);
});

test("while an agent is paused its slots are skipped with that reason, and nothing is caught up afterwards", async () => {
  const { deps } = fixture;
  const given = await giveOrganization(deps, "paused-beats");
  const agentId = await scheduledAgent(given, { patrol: "each_beat" });
  await deps.database.query("update agents set paused_at = cadre_now(), paused_by = 'x' where id = $1", [agentId]);
  for (let slot = 0; slot < 4; slot += 1) {
    expect(await nextSlot(agentId)).toEqual({ status: "skipped", reason: "paused" });
  }
  await deps.database.query("update agents set paused_at = null where id = $1", [agentId]);
  expect((await nextSlot(agentId))?.status).toBe("run");
  expect((await statusesOf(agentId)).filter((status) => status === "run").length).toBe(1);
});
