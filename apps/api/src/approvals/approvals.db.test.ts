import { type approvalEndpoints, runEndpoints, taskEndpoints, taskTalkEndpoints } from "@cadre/contracts";
import { NO_USAGE } from "@cadre/domain";
import { awaitApproval, endAttempt, fenced, recordReply, startCall, transact } from "@cadre/engine";
import { claimTestRun, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { type Answer, type ApiFixture, apiFixture, dataIn, problemIn } from "../api.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture();
});
afterAll(() => fixture.close());

type Approval = z.output<typeof approvalEndpoints.get.response>;
type Parked = { readonly runId: string; readonly entryId: string; readonly approvalId: string };

/** A run that wants to carry out one command and waits for a person. */
async function parkedRun(action: string): Promise<Parked> {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Shell" });
  const { sessionId } = await transact(deps, given.system, (tx) =>
    tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "task" }),
  );
  const claim = await claimTestRun(deps, await queueTestRun(deps, given, { agentId, sessionId }));
  const { entryId } = await recordReply(deps, claim, {
    sessionId,
    step: 1,
    payload: {
      kind: "assistant-message",
      v: 1,
      content: [{ type: "tool-call", callId: "c0", name: "shell_execute", args: { command: action } }],
      model: { provider: "test", model: "test" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    },
    effectOf: () => ({ effect: "external", mayRepeat: false }),
  });
  const call = { runId: claim.runId, entryId, callId: "c0" };
  const approvalId = await fenced(deps, claim, async (tx) => {
    await awaitApproval(tx, claim, call);
    return tx.approvals.request({ kind: "action", title: action, description: "", agentId, call, action });
  });
  await endAttempt(deps, claim, { kind: "parked", waits: [{ kind: "approval", reference: approvalId }] });
  return { runId: claim.runId, entryId, approvalId };
}

async function countEvents(type: string, entityId: string): Promise<number> {
  const events = await fixture.deps.database.query("select 1 from outbox where type = $1 and entity_id = $2", [
    type,
    entityId,
  ]);
  return events.length;
}

fact(
  "PEER-T6",
  "twenty approve over HTTP at once: one resumes the run, all are told the same, the call runs once",
  async () => {
    const { runId, entryId, approvalId } = await parkedRun("echo once >> effects.log");
    const ask = (index: number): Promise<Answer> =>
      fixture.owner.post(
        `/approvals/${approvalId}/approve`,
        {},
        index % 2 === 0 ? {} : { "idempotency-key": `approve-${index}` },
      );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index)));
    const stands = (await fixture.owner.get(`/approvals/${approvalId}`)).body;
    expect(stands).toMatchObject({ status: "approved", decidedBy: fixture.given.owner.id, actions: [] });
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const { body } of answers) expect(body).toEqual(stands);

    expect(await countEvents("approval.decided", approvalId)).toBe(1);
    const run = dataIn(runEndpoints.get, await fixture.owner.get(`/runs/${runId}`));
    expect(run).toMatchObject({
      status: "queued",
      fence: 1,
      waits: [{ kind: "approval", reference: approvalId, status: "satisfied" }],
    });
    const next = await claimTestRun(fixture.deps, runId);
    const starts = await Promise.allSettled(
      [1, 2, 3].map(() => startCall(fixture.deps, next, { entryId, callId: "c0" })),
    );
    expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  },
);

fact(
  ["PEER-T6", "I13"],
  "of ten yes and ten no over HTTP one decision stands and the others are told which",
  async () => {
    const { approvalId } = await parkedRun("echo maybe");
    const words = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "approve" : "reject"));
    const answers = await Promise.all(words.map((word) => fixture.owner.post(`/approvals/${approvalId}/${word}`, {})));
    const stands = (await fixture.owner.get(`/approvals/${approvalId}`)).body as Approval;
    for (const [index, answer] of answers.entries()) {
      if (words[index] === stands.decidedOption) {
        expect(answer).toMatchObject({ status: 200, body: stands });
      } else {
        const told = { status: 409, code: "approval.decided", details: { approval: stands } };
        expect(problemIn(answer)).toMatchObject(told);
      }
    }
    expect(await countEvents("approval.decided", approvalId)).toBe(1);
  },
);

test("a member sees what waits and cannot decide it; a viewer neither", async () => {
  const { approvalId } = await parkedRun("echo member");
  expect((await fixture.member.get(`/approvals/${approvalId}`)).body).toMatchObject({ status: "pending", actions: [] });
  const refused = await fixture.member.post(`/approvals/${approvalId}/approve`, {});
  expect(problemIn(refused)).toMatchObject({ status: 403, code: "approval.not-decider" });
  expect(problemIn(await fixture.viewer.post(`/approvals/${approvalId}/approve`, {}))).toMatchObject({ status: 403 });
  const offered = (await fixture.owner.get("/approvals?status=pending")).body as { data: Approval[] };
  expect(offered.data.find(({ id }) => id === approvalId)).toMatchObject({ actions: ["approve", "reject"] });
});

test("a question takes its options and own words, which grant nothing", async () => {
  const ask = (): Promise<string> =>
    transact(fixture.deps, fixture.given.agent(fixture.given.workerId), (tx) =>
      tx.approvals.request({
        kind: "question",
        title: "Which colour?",
        description: "",
        agentId: fixture.given.workerId,
        options: [{ id: "blue", label: "Blue" }],
        allowFreeform: true,
      }),
    );
  const decide = async (body: unknown): Promise<Answer> => fixture.owner.post(`/approvals/${await ask()}/decide`, body);
  expect((await decide({ decision: "choose", optionId: "blue" })).body).toMatchObject({
    status: "approved",
    decidedOption: "blue",
  });
  expect((await decide({ decision: "answer", text: "approve" })).body).toMatchObject({
    status: "rejected",
    decidedOption: null,
  });
  expect(problemIn(await decide({ decision: "choose", optionId: "red" }))).toMatchObject({
    status: 400,
    code: "approval.unknown-option",
    details: { options: ["blue"] },
  });
  expect(problemIn(await decide({ decision: "approve" }))).toMatchObject({ status: 400, code: "approval.not-offered" });
});

/** A task that waits for a person's verdict, and the approval that asks for it. */
async function taskInReview(): Promise<{ taskId: string; approvalId: string }> {
  const { deps, given } = fixture;
  const task = await given.task({ status: "review", reviewer: { kind: "person", id: given.member.id } });
  await deps.database.query(
    `insert into task_submits (id, organization_id, task_id, round, agent_id, summary, manifest_hash, manifest)
     values ($1, $2, $3, 1, $4, 'Done.', 'none', '[]')`,
    [deps.newId("submit"), given.organizationId, task.id, given.workerId],
  );
  const approvalId = await transact(deps, given.agent(given.workerId), (tx) =>
    tx.approvals.request({
      kind: "review",
      title: "Review it",
      description: "",
      taskId: task.id,
      agentId: given.workerId,
    }),
  );
  return { taskId: task.id, approvalId };
}

fact("PEER-T16", "a person sends work back over HTTP: with a note only, which the next round gets once", async () => {
  const { taskId, approvalId } = await taskInReview();
  expect(problemIn(await fixture.member.post(`/approvals/${approvalId}/reject`, {}))).toMatchObject({
    status: 400,
    code: "approval.reason-missing",
    errors: [{ field: "comment" }],
  });
  const note = "Add a total below the table.";
  const rejected = await fixture.member.post(`/approvals/${approvalId}/reject`, { comment: note });
  expect(rejected).toMatchObject({ status: 200, body: { status: "rejected", comment: note } });

  const task = dataIn(taskEndpoints.get, await fixture.member.get(`/tasks/${taskId}`));
  expect(task).toMatchObject({
    status: "in_progress",
    round: 2,
    submits: [{ round: 1, verdict: { verdict: "revise", note } }],
  });
  const moves = dataIn(taskTalkEndpoints.listTransitions, await fixture.member.get(`/tasks/${taskId}/transitions`));
  expect(moves.data.filter((move) => move.note === note)).toMatchObject([
    { move: "revise", actorId: fixture.given.member.id },
  ]);
  const runs = dataIn(runEndpoints.listOfTask, await fixture.member.get(`/tasks/${taskId}/runs`));
  expect(runs.data).toMatchObject([{ kind: "task", round: 2, status: "queued" }]);
});

fact("PEER-T16", "nobody becomes the reviewer of their own work, at creation or later", async () => {
  const { projectId, workerId, reviewerId } = fixture.given;
  const base = { projectId, title: "Alone", assigneeId: workerId };
  const created = await fixture.owner.post("/tasks", { ...base, reviewerId: workerId });
  expect(problemIn(created)).toMatchObject({
    status: 400,
    code: "task.self-review",
    errors: [{ field: "reviewerId" }],
  });
  const task = dataIn(taskEndpoints.create, await fixture.owner.post("/tasks", { ...base, reviewerId }));
  const version = { "if-match": `"${task.version}"` };
  const edited = await fixture.owner.send("PATCH", `/tasks/${task.id}`, {
    body: { reviewerId: workerId },
    headers: version,
  });
  expect(problemIn(edited)).toMatchObject({ status: 400, code: "task.self-review" });
  const assigned = await fixture.owner.post(`/tasks/${task.id}/assign`, { agentId: reviewerId });
  expect(problemIn(assigned)).toMatchObject({ status: 400, code: "task.self-review" });
});
