import { areChildrenSettled, type ChildState } from "@cadre/domain";
import { type EngineFixture, engineFixture, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

/** A manager's task whose run waits for its children. */
async function waitingParent(): Promise<{ taskId: string; runStatus: () => Promise<string> }> {
  const { deps, given } = fixture;
  const task = await given.task({ assigneeId: given.managerId });
  await transact(deps, given.owner, (tx) => tx.tasks.move(task.id, "approve"));
  const { database } = deps;
  const [run] = await database.query<{ id: string }>("select id from runs where task_id = $1", [task.id]);
  const runId = run?.id ?? "";
  await database.query("update runs set status = 'running', fence = fence + 1 where id = $1", [runId]);
  await database.query("update runs set status = 'waiting' where id = $1", [runId]);
  await database.query(
    "insert into waits (id, organization_id, run_id, kind, reference) values ($1, $2, $3, 'children', $4)",
    [deps.newId("wait"), given.organizationId, runId, task.id],
  );
  return {
    taskId: task.id,
    runStatus: async () =>
      (await database.query<{ status: string }>("select status from runs where id = $1", [runId]))[0]?.status ?? "",
  };
}

const end = (taskId: string, move: "fail" | "cancel") =>
  transact(fixture.deps, fixture.given.owner, (tx) => tx.tasks.move(taskId, move, { note: "test" }));

fact("I7", "a parent's run waits until its last child is at an end, however it ended, and then goes on", async () => {
  const { given } = fixture;
  const parent = await waitingParent();
  const first = await given.task({ status: "in_progress", parentId: parent.taskId });
  const second = await given.task({ status: "in_progress", parentId: parent.taskId });
  await end(first.id, "fail");
  expect(await parent.runStatus()).toBe("waiting");
  await end(second.id, "cancel");
  expect(await parent.runStatus()).toBe("queued");
});

test("a child that waits for a failed one will never end by itself: the parent goes on and decides", async () => {
  const { given } = fixture;
  const parent = await waitingParent();
  const first = await given.task({ status: "in_progress", parentId: parent.taskId });
  const second = await given.task({ status: "blocked", parentId: parent.taskId, blockerIds: [first.id] });
  await given.task({ status: "blocked", parentId: parent.taskId, blockerIds: [second.id] });
  await end(first.id, "fail");
  expect(await parent.runStatus()).toBe("queued");
});

test("children are settled when each is at an end or stuck behind one that ended badly", () => {
  const child = (id: string, status: ChildState["status"], more: Partial<ChildState> = {}): ChildState => ({
    id,
    status,
    blockerIds: [],
    hasDeadBlocker: false,
    ...more,
  });
  expect(areChildrenSettled([])).toBe(true);
  expect(areChildrenSettled([child("a", "completed"), child("b", "failed")])).toBe(true);
  expect(areChildrenSettled([child("a", "completed"), child("b", "review")])).toBe(false);
  expect(areChildrenSettled([child("a", "blocked", { blockerIds: ["b"] }), child("b", "in_progress")])).toBe(false);
  expect(
    areChildrenSettled([child("a", "blocked", { hasDeadBlocker: true }), child("b", "blocked", { blockerIds: ["a"] })]),
  ).toBe(true);
});
