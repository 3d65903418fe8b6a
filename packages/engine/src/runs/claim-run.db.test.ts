import { TASK_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { claimRun } from "./claim-run.ts";
import { endAttempt } from "./end-attempt.ts";
import { releaseRuns } from "./release-lost.ts";
import { registerWorker } from "./workers.ts";

let fixture: EngineFixture;
let workerId: string;
let agentId: string;

beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  agentId = await fixture.given.newAgent({ name: "Ada" });
  workerId = await newWorker();
});

const newWorker = (): Promise<string> =>
  registerWorker(fixture.deps, { kind: "test", host: "test", pid: 1, version: 1 });
const queue = (run: Parameters<typeof queueTestRun>[2] = {}): Promise<string> =>
  queueTestRun(fixture.deps, fixture.given, { agentId, ...run });
const claim = (hintRunId: string) => claimRun(fixture.deps, { hintRunId, workerId, version: 1 });

fact("I2", "twenty workers hear of one run: one claims it, and the fence grows by one", async () => {
  const { deps } = fixture;
  const runId = await queue();
  const workers = await Promise.all(Array.from({ length: 20 }, newWorker));
  const claims = await Promise.all(workers.map((id) => claimRun(deps, { hintRunId: runId, workerId: id, version: 1 })));
  const won = claims.filter((won) => won !== undefined);
  expect(won).toHaveLength(1);
  expect(won[0]).toMatchObject({ runId, fence: 1, agentId, step: 0, lossesAtStep: 0, sessionId: undefined });
  const attempts = await deps.database.query("select status, fence, worker_id from attempts where run_id = $1", [
    runId,
  ]);
  expect(attempts).toEqual([{ status: "running", fence: 1, workerId: won[0]?.workerId }]);
});

test("an agent's lanes run side by side, each with one run", async () => {
  const focus = await queue({ lane: "focus" });
  const focusNext = await queue({ lane: "focus" });
  const task = await queue({ lane: "task" });
  const chats = [await queue({ lane: "chat" }), await queue({ lane: "chat" })];
  expect((await claim(focus))?.runId).toBe(focus);
  expect(await claim(focusNext)).toBeUndefined();
  expect((await claim(task))?.runId).toBe(task);
  for (const chat of chats) expect((await claim(chat))?.runId).toBe(chat);
});

test("an agent with two task slots works on two of five, whoever claims and in whatever order", async () => {
  agentId = await fixture.given.newAgent({ name: "Twin", settings: { maxConcurrentTasks: 2 } });
  const runs = await Promise.all(Array.from({ length: 5 }, () => queue({ lane: "task" })));
  const claims = await Promise.all(runs.map(claim));
  expect(claims.filter((won) => won !== undefined)).toHaveLength(2);
  const slots = await fixture.deps.database.query<{ laneSlot: number }>(
    "select lane_slot from runs where agent_id = $1 and status = 'running' order by lane_slot",
    [agentId],
  );
  expect(slots).toEqual([{ laneSlot: 1 }, { laneSlot: 2 }]);
});

test("a hint to any run of a lane claims the best one: by priority, then by age, aged by waiting", async () => {
  const late = await queue({ priority: 2 });
  const urgent = await queue({ priority: 0 });
  const first = await claim(late);
  expect(first?.runId).toBe(urgent);
  if (first !== undefined) await endAttempt(fixture.deps, first, { kind: "succeeded", outcome: "done" });
  const old = await queue({ priority: 4 });
  await fixture.deps.database.query("update runs set queued_at = cadre_now() - interval '41 minutes' where id = $1", [
    old,
  ]);
  expect((await claim(late))?.runId).toBe(old);
});

test("one conversation has one run at a time; another conversation goes on", async () => {
  const { deps, given } = fixture;
  const session = (key: string) =>
    transact(deps, given.system, (tx) => tx.sessions.ensure({ key, agentId, kind: "chat" }));
  const [one, other] = [await session(`one:${agentId}`), await session(`other:${agentId}`)];
  const first = await queue({ lane: "chat", sessionId: one.sessionId });
  const second = await queue({ lane: "chat", sessionId: one.sessionId });
  const third = await queue({ lane: "chat", sessionId: other.sessionId });
  const claims = await Promise.all([first, second].map(claim));
  expect(claims.filter((won) => won !== undefined)).toHaveLength(1);
  expect((await claim(third))?.runId).toBe(third);
});

test("a busy session at the head of a lane does not hold up the runs behind it", async () => {
  const { deps, given } = fixture;
  const { sessionId } = await transact(deps, given.system, (tx) =>
    tx.sessions.ensure({ key: `shared:${agentId}`, agentId, kind: "chat" }),
  );
  const chat = await queue({ lane: "chat", sessionId });
  await claim(chat);
  const blocked = await queue({ lane: "focus", sessionId, priority: 0 });
  const free = await queue({ lane: "focus", priority: 3 });
  expect((await claim(blocked))?.runId).toBe(free);
});

test("nothing is claimed before its time, by a dead worker, or by a worker that is too old", async () => {
  const { deps } = fixture;
  const later = await queue({ delayMs: 60_000 });
  expect(await claim(later)).toBeUndefined();
  await fixture.clock.advance(61_000);
  expect(await claim(later)).toBeUndefined();
  workerId = await newWorker();
  await deps.database.query("update runs set min_worker_version = 2 where id = $1", [later]);
  expect(await claim(later)).toBeUndefined();
  expect(await claimRun(deps, { hintRunId: later, workerId, version: 2 })).toMatchObject({ runId: later });
});

fact("I6", "nothing starts for a paused agent, a stopped organization or a paused task", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "in_progress", assigneeId: agentId });
  const runId = await queue({ kind: "task", lane: "task", taskId: task.id, round: 1 });
  const during = async (set: string, lift: string): Promise<void> => {
    await deps.database.query(set);
    expect(await claim(runId)).toBeUndefined();
    await deps.database.query(lift);
  };
  await during(
    `update agents set paused_at = now() where id = '${agentId}'`,
    `update agents set paused_at = null where id = '${agentId}'`,
  );
  await during(
    `update organizations set paused_at = now() where id = '${given.organizationId}'`,
    `update organizations set paused_at = null where id = '${given.organizationId}'`,
  );
  await during(
    `update tasks set paused_by = 'Olive' where id = '${task.id}'`,
    `update tasks set paused_by = null where id = '${task.id}'`,
  );
  expect(await claim(runId)).toMatchObject({ runId, taskId: task.id, round: 1 });
});

test("a run that loses five workers at one step is poison: it fails, and its task is blocked for a person", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "in_progress", assigneeId: agentId });
  const runId = await queue({ kind: "task", lane: "task", taskId: task.id, round: 1 });
  for (let loss = 1; loss <= TASK_LIMITS.maxLossesAtOneStep; loss += 1) {
    const won = await claimTestRun(deps, runId);
    expect(won.lossesAtStep).toBe(loss - 1);
    await releaseRuns(deps, { workerId: won.workerId });
  }
  expect(await claim(runId)).toBeUndefined();
  const [run] = await deps.database.query("select status, losses, failure from runs where id = $1", [runId]);
  expect(run).toMatchObject({ status: "failed", losses: 5, failure: expect.stringContaining("poison") });
  const [stopped] = await deps.database.query("select status, blocked_reason from tasks where id = $1", [task.id]);
  expect(stopped).toMatchObject({ status: "blocked", blockedReason: expect.stringContaining("poison") });
});

test("losses at different steps are not poison", async () => {
  const { deps } = fixture;
  const runId = await queue();
  for (let step = 1; step <= TASK_LIMITS.maxLossesAtOneStep + 1; step += 1) {
    const won = await claimTestRun(deps, runId);
    await deps.database.query("update runs set step = $2 where id = $1", [runId, step]);
    await releaseRuns(deps, { workerId: won.workerId });
  }
  expect(await claim(runId)).toMatchObject({ losses: TASK_LIMITS.maxLossesAtOneStep + 1, lossesAtStep: 1 });
});
