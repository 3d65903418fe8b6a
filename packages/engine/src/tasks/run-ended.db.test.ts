import { type EngineFixture, engineFixture, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import type { RunTrouble } from "../transaction.ts";
import { getTask } from "./get-task.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

type OpenRun = {
  readonly id: string;
  readonly delayS: number | null;
  readonly sessionId: string;
  readonly itemId: string;
};

async function startedTask(): Promise<string> {
  const task = await fixture.given.task();
  await transact(fixture.deps, fixture.given.owner, (tx) => tx.tasks.move(task.id, "approve"));
  return task.id;
}

async function openRun(taskId: string): Promise<OpenRun | undefined> {
  const rows = await fixture.deps.database.query<OpenRun>(
    `select id, session_id, item_id, extract(epoch from not_before - cadre_now())::float8 as delay_s from runs
     where task_id = $1 and status in ('queued', 'running', 'waiting')`,
    [taskId],
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0];
}

/** Ends the open run of a task as the run engine does it, and lets the task decide. Answers the run that follows. */
async function endRun(taskId: string, trouble: RunTrouble): Promise<OpenRun | undefined> {
  const run = await openRun(taskId);
  if (run === undefined) throw new Error("The task has no open run.");
  const { deps, given } = fixture;
  await transact(deps, given.agent(given.workerId, run.id), async (tx) => {
    await tx.unit.query("update runs set status = 'running', fence = fence + 1, not_before = null where id = $1", [
      run.id,
    ]);
    await tx.unit.query("update runs set status = $2, ended_at = cadre_now() where id = $1", [
      run.id,
      trouble.kind === "no-submit" ? "incomplete" : "failed",
    ]);
    await tx.mailbox.end(run.itemId, "completed", trouble.kind);
    await tx.tasks.runEnded(taskId, run.id, trouble);
  });
  return openRun(taskId);
}

const detail = (taskId: string) => getTask(fixture.deps, fixture.given.owner, { taskId });

async function noticesOf(taskId: string): Promise<string[]> {
  const rows = await fixture.deps.database.query<{ type: string }>(
    "select type from notifications where entity_id = $1 order by created_at, id",
    [taskId],
  );
  return rows.map((row) => row.type);
}

const error = (message: string, more: Partial<RunTrouble> = {}): RunTrouble => ({
  kind: "error",
  fingerprint: message,
  message,
  isNetwork: false,
  isFatal: false,
  ...more,
});

fact(
  "M72",
  "a run that ends without a submit is retried at once in its session; after 8 retries the task fails",
  async () => {
    const taskId = await startedTask();
    const first = await openRun(taskId);
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const next = await endRun(taskId, { kind: "no-submit" });
      expect([next?.delayS, next?.sessionId]).toEqual([null, first?.sessionId]);
      expect((await detail(taskId)).noSubmitRetries).toBe(attempt);
    }
    expect(await endRun(taskId, { kind: "no-submit" })).toBeUndefined();
    expect((await detail(taskId)).status).toBe("failed");
    expect(await noticesOf(taskId)).toEqual(["task_failed"]);
  },
);

fact(
  "M73",
  "failures 1 to 7 leave a run that is due 30, 60, 120, 240, 480, 600, 600 seconds later, give or take 20 %",
  async () => {
    const taskId = await startedTask();
    const bases = [30, 60, 120, 240, 480, 600, 600];
    for (const [at, base] of bases.entries()) {
      const next = await endRun(taskId, error(`trouble ${String.fromCodePoint(97 + at)}`));
      const delayS = next?.delayS ?? 0;
      expect(delayS).toBeGreaterThan(base * 0.8 - 5);
      expect(delayS).toBeLessThanOrEqual(base * 1.2);
      expect((await detail(taskId)).nextMover?.mover).toBe("timer");
    }
    expect((await detail(taskId)).errorRetries).toBe(7);
  },
);

test("the same error stops the task after three retries, with one notice", async () => {
  const taskId = await startedTask();
  for (let count = 1; count <= 3; count += 1) expect(await endRun(taskId, error("disk is full"))).toBeDefined();
  expect(await endRun(taskId, error("disk is full"))).toBeUndefined();
  expect((await detail(taskId)).status).toBe("failed");
  expect(await noticesOf(taskId)).toEqual(["task_failed"]);
});

fact("M74", "a fatal failure fails the task at once", async () => {
  const taskId = await startedTask();
  expect(await endRun(taskId, error("401 invalid key", { isFatal: true }))).toBeUndefined();
  const task = await detail(taskId);
  expect([task.status, task.errorRetries]).toEqual(["failed", 0]);
});

test("a detected loop fails the task without a retry; poison waits for a person", async () => {
  const looping = await startedTask();
  expect(await endRun(looping, { kind: "loop-detected", message: "search x three times" })).toBeUndefined();
  expect((await detail(looping)).status).toBe("failed");
  const poisoned = await startedTask();
  expect(await endRun(poisoned, { kind: "poison", message: "five losses at step 3" })).toBeUndefined();
  const blocked = await detail(poisoned);
  expect([blocked.status, blocked.nextMover?.mover]).toEqual(["blocked", "person"]);
  expect(blocked.blockedReason).toContain("poison");
  expect(await noticesOf(poisoned)).toEqual(["task_blocked"]);
});

test("a run that ends after its task moved on changes nothing", async () => {
  const { deps, given } = fixture;
  const taskId = await startedTask();
  const run = await openRun(taskId);
  await transact(deps, given.owner, (tx) => tx.tasks.move(taskId, "block", { note: "later" }));
  await transact(deps, given.system, (tx) => tx.tasks.runEnded(taskId, run?.id ?? "", { kind: "no-submit" }));
  expect(await openRun(taskId)).toBeUndefined();
  expect((await detail(taskId)).status).toBe("blocked");
});

test("a retry count starts anew once the task has left in_progress", async () => {
  const { deps, given } = fixture;
  const taskId = await startedTask();
  await endRun(taskId, error("trouble"));
  await transact(deps, given.owner, async (tx) => {
    await tx.tasks.move(taskId, "block", { note: "later" });
    await tx.tasks.move(taskId, "unblock");
  });
  expect((await detail(taskId)).errorRetries).toBe(0);
});
