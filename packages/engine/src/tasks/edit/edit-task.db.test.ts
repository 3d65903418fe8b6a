import { type EngineFixture, engineFixture, openToolDesk } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { getTask } from "../get-task.ts";
import { listTransitions } from "../list-task-records.ts";
import { assignTask } from "./assign-task.ts";
import { editTask } from "./edit-task.ts";
import { startNewRound } from "./start-new-round.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const detail = (taskId: string) => getTask(fixture.deps, fixture.given.owner, { taskId });

async function atWork(): Promise<string> {
  const task = await fixture.given.task();
  await transact(fixture.deps, fixture.given.owner, (tx) => tx.tasks.move(task.id, "approve"));
  return task.id;
}

async function openRuns(taskId: string): Promise<{ agentId: string; round: number }[]> {
  return fixture.deps.database.query(
    "select agent_id, round from runs where task_id = $1 and status in ('queued', 'running', 'waiting')",
    [taskId],
  );
}

test("an edit changes what it names and nothing else, and only from the version that was seen", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ title: "Old", description: "Keep" });
  const edited = await editTask(deps, given.member, { taskId: task.id, title: "New", priority: "urgent", version: 1 });
  expect([edited.title, edited.description, edited.priority, edited.version]).toEqual(["New", "Keep", "critical", 2]);
  await expect(editTask(deps, given.owner, { taskId: task.id, title: "Late", version: 1 })).rejects.toMatchObject({
    kind: "stale",
    details: { currentVersion: 2 },
  });
  await expect(editTask(deps, given.owner, { taskId: task.id, reviewerId: given.workerId })).rejects.toMatchObject({
    code: "task.self-review",
  });
});

test("an unchanged check keeps its id and its results when others change", async () => {
  const { deps, given } = fixture;
  const task = await given.task();
  const kept = { kind: "file_exists", path: "a.txt", stage: "accept" } as const;
  await editTask(deps, given.owner, { taskId: task.id, checks: [kept, { kind: "file_exists", path: "b.txt" }] });
  const [before] = (await detail(task.id)).checks;
  await editTask(deps, given.owner, { taskId: task.id, checks: [{ kind: "file_exists", path: "c.txt" }, kept] });
  const after = (await detail(task.id)).checks;
  expect(after.map(({ name }) => name)).toEqual(["c.txt exists", "a.txt exists"]);
  expect(after[1]?.id).toBe(before?.id);
});

test("another assignee starts in a round of its own, and the old run is over", async () => {
  const { deps, given } = fixture;
  const taskId = await atWork();
  const other = await given.newAgent({ name: "Otto" });
  const after = await assignTask(deps, given.owner, { taskId, agentId: other });
  expect([after.status, after.round, after.assigneeId]).toEqual(["in_progress", 2, other]);
  expect(await openRuns(taskId)).toEqual([{ agentId: other, round: 2 }]);
  await expect(assignTask(deps, given.owner, { taskId, agentId: given.reviewerId })).rejects.toMatchObject({
    code: "task.self-review",
  });
});

test("starting over begins a new round while the task stays in progress", async () => {
  const { deps, given } = fixture;
  const taskId = await atWork();
  const after = await startNewRound(deps, given.owner, { taskId, note: "from scratch" });
  expect([after.status, after.round]).toEqual(["in_progress", 2]);
  expect(await openRuns(taskId)).toEqual([{ agentId: given.workerId, round: 2 }]);
  const moves = await listTransitions(deps, given.owner, { taskId });
  expect(moves.map(({ move }) => move)).toEqual(["approve", "new-round"]);
});

test("a reviewer named during a review is asked, and the old one no longer", async () => {
  const { deps, given } = fixture;
  const taskId = await atWork();
  const worker = await openToolDesk(fixture, { agentId: given.workerId, taskId });
  await worker.call("task_submit_review", { summary: "done" });
  await editTask(deps, given.owner, { taskId, reviewerKind: "person", reviewerId: given.member.id });
  const requests = await deps.database.query(
    "select status from mailbox_items where task_id = $1 and type = 'review_request'",
    [taskId],
  );
  expect(requests).toEqual([{ status: "dropped" }]);
  expect((await detail(taskId)).nextMover?.mover).toBe("person");
});

test("the assignee cannot change what it is judged by", async () => {
  const { given } = fixture;
  const taskId = await atWork();
  const worker = await openToolDesk(fixture, { agentId: given.workerId, taskId });
  const refused = await worker.call("task_update", { task_id: taskId, reviewer_id: given.managerId });
  expect([refused.isError, refused.details]).toEqual([true, { code: "task.not-allowed" }]);
});
