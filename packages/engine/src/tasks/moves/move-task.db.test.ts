import { renderTaskBrief } from "@cadre/core";
import { NewTask, type TaskMove } from "@cadre/domain";
import { type EngineFixture, engineFixture, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decideApproval } from "../../approvals/decide-approval.ts";
import { transact } from "../../open-transaction.ts";
import type { TaskSummary } from "../../transaction.ts";
import { readTaskBrief } from "../../turns/briefs/read-task-brief.ts";
import { createTask } from "../create/create-task.ts";
import { createTaskIn } from "../create/create-task-in.ts";
import { getTask } from "../get-task.ts";
import { makeTaskMove } from "./make-task-move.ts";
import { moveTask } from "./move-task.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const owner = () => fixture.given.owner;

function move(taskId: string, name: TaskMove, note?: string): Promise<TaskSummary> {
  return transact(fixture.deps, owner(), (tx) => tx.tasks.move(taskId, name, note === undefined ? {} : { note }));
}

async function openRuns(taskId: string): Promise<{ status: string; round: number; sessionId: string }[]> {
  return fixture.deps.database.query(
    "select status, round, session_id from runs where task_id = $1 and status in ('queued', 'running', 'waiting')",
    [taskId],
  );
}

async function mail(taskId: string): Promise<{ type: string; status: string; payload: string; agentId: string }[]> {
  return fixture.deps.database.query(
    "select type, status, payload, agent_id from mailbox_items where task_id = $1 order by created_at, id",
    [taskId],
  );
}

async function eventsOf(taskId: string): Promise<string[]> {
  const rows = await fixture.deps.database.query<{ type: string }>(
    "select type from outbox where entity_id = $1 order by id",
    [taskId],
  );
  return rows.map((row) => row.type);
}

async function notices(taskId: string): Promise<{ type: string; personId: string }[]> {
  return fixture.deps.database.query(
    "select type, person_id from notifications where entity_id = $1 order by created_at, id",
    [taskId],
  );
}

async function statusOf(taskId: string): Promise<string> {
  return (await getTask(fixture.deps, owner(), { taskId })).status;
}

fact("M62", "an approved task is in progress with exactly one run, in the session of its round", async () => {
  const task = await fixture.given.task();
  await move(task.id, "approve");
  const runs = await openRuns(task.id);
  expect(runs).toEqual([{ status: "queued", round: 1, sessionId: expect.any(String) }]);
  const keys = await fixture.deps.database.query("select key from session_keys where session_id = $1", [
    runs[0]?.sessionId ?? "",
  ]);
  expect(keys).toEqual([{ key: `task_${task.id}_r1` }]);
  expect(await eventsOf(task.id)).toEqual(["task.approved"]);
});

fact("M63", "approving a task with an unfinished blocker blocks it", async () => {
  const blocker = await fixture.given.task({ status: "in_progress" });
  const task = await fixture.given.task({ blockerIds: [blocker.id] });
  expect((await move(task.id, "approve")).status).toBe("blocked");
  expect(await openRuns(task.id)).toEqual([]);
  const detail = await getTask(fixture.deps, owner(), { taskId: task.id });
  expect(detail.nextMover).toMatchObject({ mover: "blocker" });
});

fact(
  ["M64", "I4"],
  "the last blocker completed starts the task, in the same transaction and by no manual step",
  async () => {
    const { deps, given } = fixture;
    const first = await given.task({ status: "review" });
    const second = await given.task({ status: "completed" });
    const task = await given.task({ status: "blocked", blockerIds: [first.id, second.id] });
    const held = await given.task({ status: "blocked", blockerIds: [first.id], blockedReason: "which format?" });
    await submitRow(first.id);
    await move(first.id, "accept");
    expect(await statusOf(task.id)).toBe("in_progress");
    expect(await openRuns(task.id)).toHaveLength(1);
    expect(await statusOf(held.id)).toBe("blocked");
    const [step] = await deps.database.query("select actor_kind, move from task_transitions where task_id = $1", [
      task.id,
    ]);
    expect(step).toEqual({ actorKind: "system", move: "unblock" });
  },
);

/** A submit of the present round, as if its work had been done. */
async function submitRow(taskId: string, summary = "done"): Promise<string> {
  const { deps } = fixture;
  const id = deps.newId("submit");
  await deps.database.query(
    `insert into task_submits (id, organization_id, task_id, round, agent_id, summary, manifest_hash, manifest)
     select $1, organization_id, id, round, assignee_id, $3, 'none', '[]' from tasks where id = $2`,
    [id, taskId, summary],
  );
  return id;
}

test("a blocker that is cancelled frees nobody, and people are told", async () => {
  const blocker = await fixture.given.task({ status: "in_progress" });
  const task = await fixture.given.task({ status: "blocked", blockerIds: [blocker.id] });
  await move(blocker.id, "cancel");
  expect(await statusOf(task.id)).toBe("blocked");
  expect(await notices(task.id)).toEqual([{ type: "task_blocked", personId: owner().id }]);
});

test("what others wait for is not archived, and its failure is a person's to resolve", async () => {
  const blocker = await fixture.given.task({ status: "in_progress" });
  const waiting = await fixture.given.task({ blockerIds: [blocker.id] });
  await move(waiting.id, "approve");
  await move(blocker.id, "fail", "broken");
  const detail = await getTask(fixture.deps, owner(), { taskId: waiting.id });
  expect(detail.nextMover).toMatchObject({ mover: "person", reason: `waits for ${blocker.key} (failed)` });
  await expect(move(blocker.id, "archive")).rejects.toMatchObject({ code: "task.awaited" });
  await move(waiting.id, "cancel");
  expect((await move(blocker.id, "archive")).status).toBe("archived");
});

test("a paused task stops its run and goes on in the same round and session when resumed", async () => {
  const task = await fixture.given.task();
  await move(task.id, "approve");
  const [before] = await openRuns(task.id);
  await move(task.id, "block", "wait for the numbers");
  expect(await openRuns(task.id)).toEqual([]);
  const paused = await getTask(fixture.deps, owner(), { taskId: task.id });
  expect([paused.pausedBy, paused.nextMover?.mover]).toEqual([owner().id, "paused"]);
  await move(task.id, "unblock", "they are in b.csv");
  expect(await openRuns(task.id)).toEqual([before]);
  expect(JSON.parse((await mail(task.id)).at(-1)?.payload ?? "{}")).toMatchObject({ note: "they are in b.csv" });
  const told = (await mail(task.id)).filter(({ payload }) => !payload.includes('"triggerExecution":true'));
  expect(told).toEqual([]);
});

fact("M70", "a revision begins round 2 in a new session, and its reason reaches the assignee", async () => {
  const task = await fixture.given.task({ status: "review" });
  await submitRow(task.id);
  const after = await move(task.id, "revise", "the total is missing");
  expect([after.status, after.round]).toEqual(["in_progress", 2]);
  const [run] = await openRuns(task.id);
  expect(run?.round).toBe(2);
  const keys = await fixture.deps.database.query("select key from session_keys where session_id = $1", [
    run?.sessionId ?? "",
  ]);
  expect(keys).toEqual([{ key: `task_${task.id}_r2` }]);
  expect(renderTaskBrief(await readTaskBrief(fixture.deps, task.id, { workspace: ".", handOff: undefined }))).toContain(
    "the total is missing",
  );
  const { submits } = await getTask(fixture.deps, owner(), { taskId: task.id });
  expect(submits[0]?.verdict).toMatchObject({ verdict: "revise", note: "the total is missing" });
});

test("work is sent back only with a reason", async () => {
  const task = await fixture.given.task({ status: "review" });
  await submitRow(task.id);
  await expect(move(task.id, "revise", "  ")).rejects.toMatchObject({ code: "task.note-missing", field: "note" });
});

fact("M69", "nobody who wrote the round accepts it, on no path", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "review" });
  await submitRow(task.id);
  const helper = await given.newAgent({ name: "Hugo", managerId: given.managerId });
  await transact(deps, given.system, (tx) => tx.tasks.addAuthor(task.id, given.reviewerId));
  const tryAccept = (actor: typeof given.system) =>
    makeTaskMove(deps, actor, { taskId: task.id, move: "accept" }).then(
      () => "accepted",
      (error: { code?: string }) => error.code,
    );
  expect(await tryAccept(given.agent(given.workerId))).toBe("task.self-review");
  expect(await tryAccept(given.agent(given.reviewerId))).toBe("task.self-review");
  expect(await tryAccept(given.agent(helper))).toBe("task.not-reviewer");
  expect(await tryAccept(given.member)).toBe("task.not-reviewer");
  expect(await tryAccept(given.viewer)).toBe("task.not-reviewer");
  expect(await statusOf(task.id)).toBe("review");
  expect(await tryAccept(given.agent(given.managerId))).toBe("accepted");
});

fact("M85", "completed and failed leave an event and a notice to the person who asked", async () => {
  const accepted = await fixture.given.task({ status: "review" });
  await submitRow(accepted.id);
  await move(accepted.id, "accept");
  const failed = await fixture.given.task({ status: "in_progress" });
  await move(failed.id, "fail", "no such file");
  expect(await eventsOf(accepted.id)).toEqual(["task.accepted"]);
  expect(await notices(accepted.id)).toEqual([{ type: "task_completed", personId: owner().id }]);
  expect(await eventsOf(failed.id)).toEqual(["task.failed"]);
  expect(await notices(failed.id)).toEqual([{ type: "task_failed", personId: owner().id }]);
});

fact(
  "M86",
  "an accepted task asks its assignee for a reflection with rounds, duration, summary and reasons, five a day",
  async () => {
    const { deps, given } = fixture;
    const agentId = await given.newAgent({ name: "Rosa" });
    for (let count = 1; count <= 6; count += 1) {
      const task = await given.task({ status: "review", assigneeId: agentId });
      if (count === 1) {
        await submitRow(task.id);
        await move(task.id, "revise", "add the total");
        await deps.database.query("update tasks set status = 'review', version = version + 1 where id = $1", [task.id]);
      }
      await submitRow(task.id, `result ${count}`);
      await move(task.id, "accept");
    }
    const posted = await deps.database.query<{ payload: string }>(
      "select payload from mailbox_items where agent_id = $1 and type = 'system_event' order by created_at, id",
      [agentId],
    );
    expect(posted).toHaveLength(5);
    const texts = posted.map(({ payload }) => (JSON.parse(payload) as { text: string }).text);
    expect(texts[0]).toMatch(/Rounds: 2[\s\S]*add the total[\s\S]*result 1/);
    expect(texts[1]).toMatch(/Rounds: 1[\s\S]*Duration: under a minute[\s\S]*result 2/);
  },
);

test("the assignee is told of an end, but not of a submit nor of what it did itself", async () => {
  const { deps, given } = fixture;
  const cancelled = await given.task({ status: "in_progress" });
  await move(cancelled.id, "cancel", "not needed");
  expect(await mail(cancelled.id)).toMatchObject([
    { type: "task_status_update", status: "queued", agentId: given.workerId },
  ]);
  const own = await given.task({ status: "in_progress" });
  await transact(deps, given.agent(given.workerId), (tx) => tx.tasks.move(own.id, "block", { note: "which unit?" }));
  expect(await mail(own.id)).toEqual([]);
  expect(await notices(own.id)).toEqual([{ type: "task_blocked", personId: owner().id }]);
});

test("cancelling with its consequences takes children and waiting tasks along, and nothing else", async () => {
  const { deps, given } = fixture;
  const parent = await given.task({ status: "in_progress" });
  const child = await given.task({ status: "in_progress", parentId: parent.id });
  const waiting = await given.task({ status: "blocked", blockerIds: [child.id] });
  const done = await given.task({ status: "completed", parentId: parent.id });
  const other = await given.task({ status: "in_progress" });
  await makeTaskMove(deps, owner(), { taskId: parent.id, move: "cancel", isCascade: true });
  const statuses = await Promise.all([parent, child, waiting, done, other].map(({ id }) => statusOf(id)));
  expect(statuses).toEqual(["cancelled", "cancelled", "cancelled", "completed", "in_progress"]);
});

fact("I3", "two who decide at once: one wins, the other is told", async () => {
  const task = await fixture.given.task({ status: "review" });
  await submitRow(task.id);
  const results = await Promise.allSettled([move(task.id, "accept"), move(task.id, "revise", "again")]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a version that is no longer true is refused with the present one", async () => {
  const { deps } = fixture;
  const task = await fixture.given.task();
  await move(task.id, "approve");
  await expect(makeTaskMove(deps, owner(), { taskId: task.id, move: "cancel", version: 1 })).rejects.toMatchObject({
    kind: "stale",
    details: { currentVersion: 2 },
  });
});

fact("M62", "an agent's task is pending behind an approval; a person's yes starts exactly one run", async () => {
  const { deps, given } = fixture;
  const created = await transact(deps, given.agent(given.managerId), async (tx) => {
    return createTaskIn(
      tx,
      NewTask.parse({
        projectId: given.projectId,
        title: "Proposed",
        assigneeId: given.workerId,
        reviewerId: given.reviewerId,
      }),
    );
  });
  expect(created.status).toBe("pending");
  const [approval] = await deps.database.query<{ id: string; kind: string; status: string }>(
    "select id, kind, status from approvals where task_id = $1",
    [created.id],
  );
  expect(approval).toMatchObject({ kind: "task", status: "pending" });
  await decideApproval(deps, owner(), { approvalId: approval?.id ?? "", decision: { decision: "approve" } });
  expect(await statusOf(created.id)).toBe("in_progress");
  expect(await openRuns(created.id)).toHaveLength(1);
});

test("a person's task starts by being created; a draft waits for approval", async () => {
  const { deps, given } = fixture;
  const input = { projectId: given.projectId, title: "T", assigneeId: given.workerId, reviewerId: given.reviewerId };
  const task = await createTask(deps, given.member, input);
  const draft = await createTask(deps, given.member, { ...input, isDraft: true });
  expect([task.status, draft.status]).toEqual(["in_progress", "pending"]);
  expect((await getTask(deps, owner(), { taskId: draft.id })).nextMover?.mover).toBe("person");
});

fact(
  "PEER-T16",
  "a deleted reviewer's work goes to a person at submit, whose note reaches the next round once",
  async () => {
    const { deps, given } = fixture;
    const reviewerId = await given.newAgent({ name: "Gone" });
    const task = await given.task({ status: "in_progress", reviewer: { kind: "agent", id: reviewerId } });
    await deps.database.query("update agents set deleted_at = cadre_now() where id = $1", [reviewerId]);
    const submitId = await submitRow(task.id);
    await transact(deps, given.agent(given.workerId, "run_x"), (tx) =>
      moveTask(tx, task.id, { move: "submit", submitId }),
    );
    const inReview = await getTask(deps, owner(), { taskId: task.id });
    expect([inReview.status, inReview.reviewerKind, inReview.reviewerId, inReview.nextMover?.mover]).toEqual([
      "review",
      "person",
      owner().id,
      "person",
    ]);
    expect(await notices(task.id)).toEqual([{ type: "task_review", personId: owner().id }]);
    const [approval] = await deps.database.query<{ id: string }>("select id from approvals where task_id = $1", [
      task.id,
    ]);
    await decideApproval(deps, owner(), {
      approvalId: approval?.id ?? "",
      decision: { decision: "reject", comment: "the second column is wrong" },
    });
    const brief = renderTaskBrief(await readTaskBrief(deps, task.id, { workspace: ".", handOff: undefined }));
    const startMail = (await mail(task.id)).at(-1)?.payload ?? "";
    expect(`${brief}\n${startMail}`.split("the second column is wrong")).toHaveLength(2);
    expect((await openRuns(task.id))[0]?.round).toBe(2);
  },
);
