import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";

let fixture: EngineFixture;
let agentId: string;
let taskId: string;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  agentId = await fixture.given.newAgent({ name: "Ada" });
  taskId = (await fixture.given.task({ status: "in_progress", assigneeId: agentId })).id;
});

const start = (round: number) =>
  queueTestRun(fixture.deps, fixture.given, { agentId, kind: "task", lane: "task", taskId, round });
const runsOfTask = () =>
  fixture.deps.database.query("select id, status, round from runs where task_id = $1 order by id", [taskId]);

fact("I1", "a task asked for many times at once has one open run, and everybody is told its id", async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => start(1)));
  expect(new Set(ids).size).toBe(1);
  expect(await runsOfTask()).toEqual([{ id: ids[0], status: "queued", round: 1 }]);
});

test("a new round supersedes the run of the round before, even one in work", async () => {
  const before = await claimTestRun(fixture.deps, await start(1));
  const next = await start(2);
  expect(await runsOfTask()).toEqual([
    { id: before.runId, status: "cancelled", round: 1 },
    { id: next, status: "queued", round: 2 },
  ]);
});

test("a second item for work that is open already is merged into it", async () => {
  const { deps, given } = fixture;
  const runId = await start(1);
  const posted = await transact(deps, given.system, (tx) =>
    tx.mailbox.post(
      agentId,
      {
        type: "task_status_update",
        payload: { taskId, taskKey: "DEMO-1", taskTitle: "T", status: "in_progress", round: 1, triggerExecution: true },
      },
      { taskId },
    ),
  );
  expect(posted.runId).toBe(runId);
  const [item] = await deps.database.query("select status from mailbox_items where id = $1", [posted.itemId]);
  expect(item).toEqual({ status: "merged" });
});

test("the ring comes after the commit and never after a rollback", async () => {
  const { deps, given, doorbell } = fixture;
  doorbell.runs.length = 0;
  const failing = transact(deps, given.system, async (tx) => {
    await tx.runs.queue({ agentId, kind: "no_op", scenario: "no_op", lane: "focus", priority: 2 });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(doorbell.runs).toEqual([]);
  await transact(deps, given.system, async (tx) => {
    await tx.runs.queue({ agentId, kind: "no_op", scenario: "no_op", lane: "focus", priority: 1, delayMs: 500 });
    expect(doorbell.runs).toEqual([]);
  });
  expect(doorbell.runs).toMatchObject([{ fence: 0, priority: 1, delayMs: 500 }]);
});
