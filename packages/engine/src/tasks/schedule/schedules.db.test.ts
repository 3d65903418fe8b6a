import { type EngineFixture, engineFixture, fact } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { createTask } from "../create/create-task.ts";
import { editTask } from "../edit/edit-task.ts";
import { getTask } from "../get-task.ts";
import { fireDueTasks } from "./fire-due-tasks.ts";
import { runScheduleNow } from "./run-schedule-now.ts";
import { staggerOverdueTasks } from "./stagger-overdue-tasks.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.deps.database.query("update tasks set next_run_at = null"));

const detail = (taskId: string) => getTask(fixture.deps, fixture.given.owner, { taskId });

async function scheduled(schedule: { every: string; maxRuns?: number }): Promise<string> {
  const { deps, given } = fixture;
  const task = await createTask(deps, given.owner, {
    projectId: given.projectId,
    title: "Report",
    assigneeId: given.workerId,
    reviewerId: given.reviewerId,
    schedule,
  });
  return task.id;
}

/** Ends the running round as failed, so that the task rests until its next time. */
function rest(taskId: string): Promise<unknown> {
  return transact(fixture.deps, fixture.given.system, (tx) => tx.tasks.move(taskId, "fail", { note: "test" }));
}

async function nextRunInMs(taskId: string): Promise<number> {
  const { nextRunAt } = await detail(taskId);
  return new Date(nextRunAt ?? 0).getTime() - fixture.deps.now().getTime();
}

test("an approved scheduled task waits for its time as completed", async () => {
  const taskId = await scheduled({ every: "4h" });
  const task = await detail(taskId);
  expect([task.status, task.nextMover?.mover, task.submits]).toEqual(["completed", "timer", []]);
  expect([task.isWaitingForSchedule, task.completedAt]).toEqual([true, null]);
  expect(Math.abs((await nextRunInMs(taskId)) - 4 * HOUR_MS)).toBeLessThan(MINUTE_MS);
});

fact("M78", "every 4h: the next run is the last one plus 4 hours, each in a round of its own", async () => {
  const taskId = await scheduled({ every: "4h" });
  const first = new Date((await detail(taskId)).nextRunAt ?? 0).getTime();
  await fixture.clock.advance(4 * HOUR_MS + MINUTE_MS);
  expect(await fireDueTasks(fixture.deps)).toEqual([{ taskId, status: "run" }]);
  const running = await detail(taskId);
  expect([running.status, running.round, running.scheduleRuns, running.nextRunAt]).toEqual(["in_progress", 2, 1, null]);
  await fixture.clock.advance(10 * MINUTE_MS);
  await rest(taskId);
  expect(new Date((await detail(taskId)).nextRunAt ?? 0).getTime()).toBe(first + 4 * HOUR_MS);
});

fact("M78", "a cron nobody can read is looked at again after an hour", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "in_progress", schedule: { cron: "never", timeZone: "UTC" } });
  await transact(deps, given.system, (tx) => tx.tasks.move(task.id, "fail", { note: "test" }));
  expect(Math.abs((await nextRunInMs(task.id)) - HOUR_MS)).toBeLessThan(MINUTE_MS);
});

fact(
  "M77",
  "a time that comes while the task runs starts nothing, and one instant is served once by whoever looks",
  async () => {
    const taskId = await scheduled({ every: "1h" });
    await fixture.clock.advance(HOUR_MS + MINUTE_MS);
    const both = await Promise.all([fireDueTasks(fixture.deps), fireDueTasks(fixture.deps)]);
    expect(both.flat()).toEqual([{ taskId, status: "run" }]);
    await fixture.deps.database.query("update tasks set next_run_at = cadre_now() where id = $1", [taskId]);
    expect(await fireDueTasks(fixture.deps)).toEqual([]);
    const open = await fixture.deps.database.query(
      "select 1 from runs where task_id = $1 and status in ('queued', 'running', 'waiting')",
      [taskId],
    );
    expect(open).toHaveLength(1);
  },
);

fact("M77", "an instant that was served is not served again, even when it comes up again", async () => {
  const { deps } = fixture;
  const taskId = await scheduled({ every: "1h" });
  const { nextRunAt } = await detail(taskId);
  await fixture.clock.advance(HOUR_MS + MINUTE_MS);
  await fireDueTasks(deps);
  await rest(taskId);
  await deps.database.query("update tasks set next_run_at = $2 where id = $1", [taskId, nextRunAt]);
  expect(await fireDueTasks(deps)).toEqual([]);
  expect((await detail(taskId)).scheduleRuns).toBe(1);
  expect(await nextRunInMs(taskId)).toBeGreaterThan(0);
});

fact("M79", "no fire when maxRuns is reached, the schedule is paused, or the organization is stopped", async () => {
  const { deps, given, clock } = fixture;
  const taskId = await scheduled({ every: "1h", maxRuns: 1 });
  await clock.advance(HOUR_MS + MINUTE_MS);
  await fireDueTasks(deps);
  await rest(taskId);
  expect((await detail(taskId)).nextRunAt).toBeNull();
  const paused = await scheduled({ every: "1h" });
  await editTask(deps, given.owner, { taskId: paused, isSchedulePaused: true });
  await clock.advance(HOUR_MS + MINUTE_MS);
  expect(await fireDueTasks(deps)).toEqual([]);
  await editTask(deps, given.owner, { taskId: paused, isSchedulePaused: false });
  await deps.database.query("update tasks set next_run_at = cadre_now() where id = $1", [paused]);
  await deps.database.query("update organizations set paused_at = cadre_now() where id = $1", [given.organizationId]);
  expect(await fireDueTasks(deps)).toEqual([]);
  await deps.database.query("update organizations set paused_at = null where id = $1", [given.organizationId]);
  expect(await fireDueTasks(deps)).toEqual([{ taskId: paused, status: "run" }]);
});

test("a cancelled task's schedule is paused", async () => {
  const { deps, given } = fixture;
  const taskId = await scheduled({ every: "1h" });
  await fixture.clock.advance(HOUR_MS + MINUTE_MS);
  await fireDueTasks(deps);
  await transact(deps, given.owner, (tx) => tx.tasks.move(taskId, "cancel"));
  const task = await detail(taskId);
  expect([task.nextRunAt, task.schedulePausedAt]).toEqual([null, expect.any(String)]);
});

test("a slot whose task cannot start is skipped with the reason, not hidden", async () => {
  const { deps } = fixture;
  const taskId = await scheduled({ every: "1h" });
  const blocker = await fixture.given.task({ status: "in_progress" });
  await editTask(deps, fixture.given.owner, { taskId, blockerIds: [blocker.id] });
  await fixture.clock.advance(HOUR_MS + MINUTE_MS);
  expect(await fireDueTasks(deps)).toEqual([{ taskId, status: "skipped" }]);
  const slots = await deps.database.query("select status, reason from schedule_slots where owner_id = $1", [taskId]);
  expect(slots).toEqual([{ status: "skipped", reason: "a blocker is unfinished" }]);
  expect(await nextRunInMs(taskId)).toBeGreaterThan(0);
});

test("what was missed while nothing ran is spread over 2 to 15 minutes", async () => {
  const { deps } = fixture;
  const ids = [await scheduled({ every: "1h" }), await scheduled({ every: "1h" }), await scheduled({ every: "1h" })];
  await fixture.clock.advance(5 * HOUR_MS);
  expect(await staggerOverdueTasks(deps)).toBe(3);
  expect(await fireDueTasks(deps)).toEqual([]);
  for (const id of ids) {
    const inMs = await nextRunInMs(id);
    expect(inMs).toBeGreaterThan(2 * MINUTE_MS - 10_000);
    expect(inMs).toBeLessThan(15 * MINUTE_MS + 1_000);
  }
});

test("a person starts a waiting task now: it counts as a run, and its schedule and a pause of it stay as they were", async () => {
  const { deps, given } = fixture;
  const taskId = await scheduled({ every: "4h", maxRuns: 2 });
  await editTask(deps, given.owner, { taskId, isSchedulePaused: true });
  const started = await runScheduleNow(deps, given.member, { taskId });
  expect([started.status, started.round, started.scheduleRuns, started.isWaitingForSchedule]).toEqual([
    "in_progress",
    2,
    1,
    false,
  ]);
  expect(started.schedulePausedAt).not.toBeNull();
  await expect(runScheduleNow(deps, given.member, { taskId })).rejects.toMatchObject({ code: "task.not-waiting" });
  await rest(taskId);
  expect(await runScheduleNow(deps, given.owner, { taskId })).toMatchObject({ status: "in_progress", scheduleRuns: 2 });
  await rest(taskId);
  await expect(runScheduleNow(deps, given.owner, { taskId })).rejects.toMatchObject({ code: "task.runs-used-up" });
});

test("who may not, a stale version, a task without a schedule, one behind a blocker: refused, and nothing started", async () => {
  const { deps, given } = fixture;
  const taskId = await scheduled({ every: "1h" });
  const { version } = await detail(taskId);
  await expect(runScheduleNow(deps, given.viewer, { taskId })).rejects.toMatchObject({ code: "task.not-allowed" });
  await expect(runScheduleNow(deps, given.owner, { taskId, version: version - 1 })).rejects.toMatchObject({
    code: "task.stale",
  });
  const plain = await given.task({ status: "completed" });
  await expect(runScheduleNow(deps, given.owner, { taskId: plain.id })).rejects.toMatchObject({
    code: "task.not-scheduled",
  });
  const blocker = await given.task({ status: "in_progress" });
  await editTask(deps, given.owner, { taskId, blockerIds: [blocker.id] });
  await expect(runScheduleNow(deps, given.owner, { taskId })).rejects.toMatchObject({ code: "task.blockers-open" });
  expect((await detail(taskId)).scheduleRuns).toBe(0);
});

test("the next run is reckoned by the clock of the database, whatever a process thinks the time is", async () => {
  const taskId = await scheduled({ every: "4h" });
  await fixture.clock.advance(4 * HOUR_MS + MINUTE_MS);
  await fireDueTasks(fixture.deps);
  const ahead = { ...fixture.deps, now: () => new Date(fixture.deps.now().getTime() + 100 * HOUR_MS) };
  await transact(ahead, fixture.given.system, (tx) => tx.tasks.move(taskId, "fail", { note: "test" }));
  expect(Math.abs((await nextRunInMs(taskId)) - 4 * HOUR_MS)).toBeLessThan(2 * MINUTE_MS);
  const behind = { ...fixture.deps, now: () => new Date(fixture.deps.now().getTime() - 100 * HOUR_MS) };
  await fixture.clock.advance(4 * HOUR_MS + MINUTE_MS);
  expect(await fireDueTasks(behind)).toEqual([{ taskId, status: "run" }]);
});
