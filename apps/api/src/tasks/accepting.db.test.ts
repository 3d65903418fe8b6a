import { TASK_STATUSES } from "@cadre/domain";
import { createTask, transact } from "@cadre/engine";
import { fact, insertPerson, openToolDesk, type SeededTask } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";
import { type ApiFixture, apiFixture, type Client } from "../api.fixture.ts";

let fixture: ApiFixture;
let stranger: string;
let coauthor: string;
beforeAll(async () => {
  fixture = await apiFixture();
  stranger = await fixture.given.newAgent({ name: "Sten" });
  coauthor = await fixture.given.newAgent({ name: "Cora" });
});
afterAll(() => fixture.close());

/** A submitted round of the worker in which another agent wrote as well. */
async function taskInReview(reviewer?: { readonly kind: "person"; readonly id: string }): Promise<SeededTask> {
  const { deps, given } = fixture;
  const task = await given.task({ status: "review", ...(reviewer === undefined ? {} : { reviewer }) });
  await deps.database.query(
    `insert into task_submits (id, organization_id, task_id, round, agent_id, summary, manifest_hash, manifest)
     values ($1, $2, $3, 1, $4, 'Done.', 'none', '[]')`,
    [deps.newId("submit"), given.organizationId, task.id, given.workerId],
  );
  await transact(deps, given.system, (tx) => tx.tasks.addAuthor(task.id, coauthor));
  return task;
}

async function statusOf(task: SeededTask): Promise<unknown> {
  const [row] = await fixture.deps.database.query<{ status: string }>("select status from tasks where id = $1", [
    task.id,
  ]);
  return row?.status;
}

/** By the tool, in the ways that an agent can spell it: by id and by key, from its own task's run and from another. */
async function byTool(agentId: string, task: SeededTask): Promise<unknown[]> {
  const inside = await openToolDesk(fixture, { agentId, taskId: task.id });
  const outside = await openToolDesk(fixture, { agentId });
  const codes = [];
  for (const [desk, name] of [
    [inside, task.id],
    [inside, task.key],
    [outside, task.key],
  ] as const) {
    const result = await desk.call("task_update", { task_id: name, status: "completed", note: "It is fine." });
    codes.push(result.isError ? result.details?.["code"] : "accepted");
  }
  return codes;
}

async function byMove(client: Client, task: SeededTask): Promise<unknown> {
  const { status, body } = await client.post(`/tasks/${task.id}/moves`, { move: "accept" });
  return status === 200 ? "accepted" : (body as { readonly code: string }).code;
}

fact(
  "M69",
  "no agent that does the work, wrote in the round or is neither reviewer nor manager completes it by the tool, from any status",
  async () => {
    const { given } = fixture;
    const review = await taskInReview();
    expect(await byTool(given.workerId, review)).toEqual(Array(3).fill("task.self-review"));
    expect(await byTool(coauthor, review)).toEqual(Array(3).fill("task.self-review"));
    expect(await byTool(stranger, review)).toEqual(Array(3).fill("task.not-reviewer"));
    for (const status of TASK_STATUSES.filter((other) => other !== "review" && other !== "completed")) {
      const task = await given.task({ status });
      for (const agentId of [given.workerId, coauthor, stranger, given.reviewerId, given.managerId]) {
        expect({ status, codes: await byTool(agentId, task) }).not.toMatchObject({
          codes: expect.arrayContaining(["accepted"]),
        });
      }
      expect(await statusOf(task)).toBe(status);
    }
    expect(await statusOf(review)).toBe("review");
    expect((await byTool(given.reviewerId, review))[0]).toBe("accepted");
    const other = await taskInReview();
    expect((await byTool(given.managerId, other))[0]).toBe("accepted");
  },
);

fact(
  "M69",
  "over HTTP, by move and by approval, only the named person, an owner or an admin completes a review, and a reviewer who takes over the work judges no more",
  async () => {
    const { deps, given, owner, member, viewer } = fixture;
    const named = await insertPerson(deps, given.organizationId, { name: "Nora", role: "member" });
    const reviewer = await fixture.clientOf(named);
    const task = await taskInReview({ kind: "person", id: named.id });
    expect([await byMove(viewer, task), await byMove(member, task)]).toEqual(["auth.role", "task.not-reviewer"]);

    const approvalId = await transact(deps, given.agent(given.workerId), (tx) =>
      tx.approvals.request({
        kind: "review",
        title: "Look",
        description: "",
        taskId: task.id,
        agentId: given.workerId,
      }),
    );
    const approve = async (client: Client): Promise<number> =>
      (await client.post(`/approvals/${approvalId}/approve`, {})).status;
    expect([await approve(viewer), await approve(member)]).toEqual([403, 403]);
    expect(await statusOf(task)).toBe("review");
    expect(await byMove(reviewer, task)).toBe("accepted");
    expect(await byMove(owner, await taskInReview())).toBe("accepted");

    const { projectId, workerId, reviewerId } = given;
    const swapped = await createTask(deps, given.owner, { projectId, title: "Swap", assigneeId: workerId, reviewerId });
    const taken = await owner.post(`/tasks/${swapped.id}/assign`, { agentId: reviewerId });
    expect(taken.status === 200 ? taken.body : "refused").not.toMatchObject({ assigneeId: reviewerId, reviewerId });
  },
);
