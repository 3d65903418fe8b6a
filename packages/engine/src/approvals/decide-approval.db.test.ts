import { type ApprovalDecision, NO_USAGE } from "@cadre/domain";
import { isFault, TOOL_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, type EngineFixture, fact, giveOrganization, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { awaitApproval, finishCall, openCalls, startCall } from "../runs/call-journal.ts";
import type { ClaimedRun } from "../runs/claimed-run.ts";
import { endAttempt } from "../runs/end-attempt.ts";
import { fenced } from "../runs/fenced.ts";
import { recordReply } from "../runs/record-reply.ts";
import { releaseRuns } from "../runs/release-lost.ts";
import type { ApprovalRequest } from "../transaction.ts";
import { decideApproval } from "./decide-approval.ts";
import { expireApprovals } from "./expire-approvals.ts";
import { getApproval } from "./get-approval.ts";
import { listApprovals } from "./list-approvals.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

type Parked = { claim: ClaimedRun; sessionId: string; entryId: string; approvalIds: string[] };

/** A run whose step wants to do these commands: journaled, put before people together, parked once (I13). */
async function parkedRun(commands: readonly string[]): Promise<Parked> {
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
      content: commands.map((command, index) => ({
        type: "tool-call",
        callId: `c${index}`,
        name: "shell_execute",
        args: { command },
      })),
      model: { provider: "test", model: "test" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    },
    effectOf: () => ({ effect: "external", mayRepeat: false }),
  });
  const approvalIds = await fenced(deps, claim, async (tx) => {
    const ids: string[] = [];
    for (const [index, action] of commands.entries()) {
      const call = { runId: claim.runId, entryId, callId: `c${index}` };
      await awaitApproval(tx, claim, call);
      ids.push(await tx.approvals.request({ kind: "action", title: action, description: "", agentId, call, action }));
    }
    return ids;
  });
  await endAttempt(deps, claim, {
    kind: "parked",
    waits: approvalIds.map((reference) => ({ kind: "approval", reference })),
  });
  return { claim, sessionId, entryId, approvalIds };
}

async function statusOfRun(runId: string): Promise<unknown> {
  const [row] = await fixture.deps.database.query<{ status: string }>("select status from runs where id = $1", [runId]);
  return row?.status;
}

async function mailOf(agentId: string): Promise<unknown[]> {
  return fixture.deps.database.query(
    "select type, headline, starts_run from mailbox_items where agent_id = $1 order by created_at, id",
    [agentId],
  );
}

function request(input: ApprovalRequest): Promise<string> {
  return transact(fixture.deps, fixture.given.system, (tx) => tx.approvals.request(input));
}

function decide(approvalId: string, decision: ApprovalDecision) {
  return decideApproval(fixture.deps, fixture.given.owner, { approvalId, decision });
}

async function decisionEvents(approvalId: string): Promise<number> {
  const events = await fixture.deps.database.query(
    "select 1 from outbox where type = 'approval.decided' and entity_id = $1",
    [approvalId],
  );
  return events.length;
}

const codeOf = (error: unknown): string => (isFault(error) ? error.code : String(error));

fact(
  "PEER-T6",
  "twenty approve at once: one decision resumes the run, the others get the same, the call runs once",
  async () => {
    const { deps, given } = fixture;
    const { claim, sessionId, entryId, approvalIds } = await parkedRun(["echo once >> effects.log"]);
    const [approvalId = ""] = approvalIds;
    const decided = await Promise.all(Array.from({ length: 20 }, () => decide(approvalId, { decision: "approve" })));
    const stands = await getApproval(deps, given.owner, { approvalId });
    expect(decided).toEqual(Array(20).fill(stands));
    await expect(decide(approvalId, { decision: "reject" })).rejects.toMatchObject({
      code: "approval.decided",
      details: { approval: stands },
    });
    expect(await decisionEvents(approvalId)).toBe(1);
    const next = await claimTestRun(deps, claim.runId);
    expect(next.fence).toBe(claim.fence + 1);
    const call = { entryId, callId: "c0" };
    const starts = await Promise.allSettled([startCall(deps, next, call), startCall(deps, next, call)]);
    expect(starts.map((start) => start.status).sort()).toEqual(["fulfilled", "rejected"]);
    await finishCall(deps, next, {
      ...call,
      sessionId,
      step: 1,
      result: { name: "shell_execute", outcome: "done", text: "ok" },
    });
  },
);

test("of yes and no at once one stands; the others are told which", async () => {
  const { deps, given } = fixture;
  const { approvalIds } = await parkedRun(["echo maybe"]);
  const [approvalId = ""] = approvalIds;
  const asked = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "approve" : "reject"));
  const results = await Promise.allSettled(
    asked.map((word) => decide(approvalId, { decision: word === "approve" ? "approve" : "reject" })),
  );
  const stands = await getApproval(deps, given.owner, { approvalId });
  expect(results.map((result) => result.status === "fulfilled")).toEqual(
    asked.map((word) => word === stands.decidedOption),
  );
  expect(await decisionEvents(approvalId)).toBe(1);
});

fact(
  "I13",
  "a step's approvals park the run once; it resumes when the last is decided and each call starts once",
  async () => {
    const { deps, given } = fixture;
    const { claim, entryId, approvalIds } = await parkedRun(["make a", "make b"]);
    const [one = "", two = ""] = approvalIds;
    expect(await statusOfRun(claim.runId)).toBe("waiting");
    await decide(two, { decision: "reject", comment: "not b" });
    expect(await statusOfRun(claim.runId)).toBe("waiting");
    await decide(one, { decision: "approve" });
    expect(await statusOfRun(claim.runId)).toBe("queued");
    const next = await claimTestRun(deps, claim.runId);
    await startCall(deps, next, { entryId, callId: "c0" });
    await expect(startCall(deps, next, { entryId, callId: "c1" })).rejects.toMatchObject({
      code: "call.not-startable",
    });
    const used = await deps.database.query<{ status: string; action: string; isUsed: boolean }>(
      "select status, action, used_at is not null as is_used from approvals where run_id = $1 order by id",
      [claim.runId],
    );
    expect(used).toEqual([
      { status: "approved", action: "make a", isUsed: true },
      { status: "rejected", action: "make b", isUsed: false },
    ]);
    expect(await mailOf(given.agent(claim.agentId).id)).toEqual([]);
  },
);

fact("M161", "approved after a restart, the action runs once, with exactly the text that was approved", async () => {
  const { deps } = fixture;
  const { claim, entryId, approvalIds } = await parkedRun(["rm -r build"]);
  await releaseRuns(deps, { workerId: claim.workerId });
  const [approvalId = ""] = approvalIds;
  await decide(approvalId, { decision: "approve" });
  const next = await claimTestRun(deps, claim.runId);
  const [open] = await openCalls(deps, claim.runId);
  expect(open).toMatchObject({ entryId, callId: "c0", status: "awaiting_approval", args: '{"command":"rm -r build"}' });
  expect((await getApproval(deps, fixture.given.owner, { approvalId })).action).toBe("rm -r build");
  expect(await startCall(deps, next, { entryId, callId: "c0" })).toBe(1);
  await releaseRuns(deps, { workerId: next.workerId });
  const after = await claimTestRun(deps, claim.runId);
  await expect(startCall(deps, after, { entryId, callId: "c0" })).rejects.toMatchObject({ code: "call.not-startable" });
});

test("one call asks once, however often it is journaled again", async () => {
  const { deps } = fixture;
  const { claim, entryId, approvalIds } = await parkedRun(["ls"]);
  const again = await request({
    kind: "action",
    title: "ls",
    description: "",
    call: { runId: claim.runId, entryId, callId: "c0" },
    action: "ls",
  });
  expect([again]).toEqual(approvalIds);
  const told = await deps.database.query("select 1 from notifications where entity_id = $1", [again]);
  expect(told.length).toBe(1);
});

fact("M62", "an agent's task waits for an approval; approved, it is in progress with exactly one run", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ createdBy: { kind: "agent", id: given.managerId } });
  const approvalId = await request({ kind: "task", title: "Start it?", description: "", taskId: task.id });
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => decide(approvalId, { decision: "approve" })),
  );
  expect(results.map((result) => result.status)).toEqual(Array(5).fill("fulfilled"));
  const state = await deps.database.query(
    `select t.status, (select count(*)::int from runs r where r.task_id = t.id and r.status = 'queued') as runs
     from tasks t where t.id = $1`,
    [task.id],
  );
  expect(state).toEqual([{ status: "in_progress", runs: 1 }]);
});

test("a review that a person sends back starts the next round with the reason; without a reason nothing happens", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "review", reviewer: { kind: "person", id: given.member.id } });
  await deps.database.query(
    `insert into task_submits (id, organization_id, task_id, round, agent_id, summary, manifest_hash, manifest)
     values ('sbm_1', $1, $2, 1, $3, 'Done.', 'none', '[]')`,
    [given.organizationId, task.id, given.workerId],
  );
  const approvalId = await request({ kind: "review", title: "Review it", description: "", taskId: task.id });
  const back = (comment: string) =>
    decideApproval(deps, given.member, { approvalId, decision: { decision: "reject", comment } });
  await expect(back(" ")).rejects.toMatchObject({ code: "approval.reason-missing" });
  expect((await getApproval(deps, given.member, { approvalId })).actions).toEqual(["approve", "reject"]);
  expect((await getApproval(deps, given.viewer, { approvalId })).actions).toEqual([]);
  await back("The total is wrong.");
  const state = await deps.database.query("select status, round from tasks where id = $1", [task.id]);
  expect(state).toEqual([{ status: "in_progress", round: 2 }]);
  const reason = await deps.database.query("select note from task_transitions where task_id = $1 and move = 'revise'", [
    task.id,
  ]);
  expect(reason).toEqual([{ note: "The total is wrong." }]);
});

test("only the person named as reviewer is told of a review, owners and admins of everything else", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "review", reviewer: { kind: "person", id: given.member.id } });
  const review = await request({ kind: "review", title: "R", description: "", taskId: task.id });
  const action = await request({ kind: "action", title: "A", description: "", action: "x" });
  const told = await deps.database.query(
    "select person_id, type, entity_kind from notifications where dedupe_key = any($1::text[]) order by type desc",
    [[`approval:${review}`, `approval:${action}`]],
  );
  expect(told).toEqual([
    { personId: given.member.id, type: "task_review", entityKind: "task" },
    { personId: given.owner.id, type: "approval_request", entityKind: "approval" },
  ]);
});

test("an answer that no run waits for comes as mail and wakes the agent (PEER-C40)", async () => {
  const { given } = fixture;
  const agentId = await given.newAgent({ name: "Asks" });
  const approvalId = await request({
    kind: "question",
    title: "Which colour?",
    description: "",
    agentId,
    options: [{ id: "blue", label: "Blue" }],
    allowFreeform: true,
  });
  await decide(approvalId, { decision: "answer", text: "green, if you approve" });
  expect(await mailOf(agentId)).toEqual([
    { type: "callback_result", headline: "answered: Which colour?: green, if you approve", startsRun: true },
  ]);
});

test("what nobody decided in a day expires: the run goes on, and a decision comes too late", async () => {
  const { deps, clock } = fixture;
  const { claim, approvalIds } = await parkedRun(["deploy"]);
  const [approvalId = ""] = approvalIds;
  await clock.advance(TOOL_LIMITS.approvalWaitMs - 60_000);
  await expireApprovals(deps);
  expect(await statusOfRun(claim.runId)).toBe("waiting");
  await clock.advance(120_000);
  await expect(decide(approvalId, { decision: "approve" })).rejects.toMatchObject({ code: "approval.expired" });
  expect((await Promise.all([expireApprovals(deps), expireApprovals(deps)])).reduce((a, b) => a + b)).toBeGreaterThan(
    0,
  );
  expect(await statusOfRun(claim.runId)).toBe("queued");
  expect(await getApproval(deps, fixture.given.owner, { approvalId })).toMatchObject({
    status: "expired",
    actions: [],
  });
  await expect(decide(approvalId, { decision: "approve" })).rejects.toMatchObject({ code: "approval.expired" });
});

test("a task's approval never expires by itself: nothing else would move the task on", async () => {
  const { deps, given, clock } = fixture;
  const task = await given.task({ createdBy: { kind: "agent", id: given.managerId } });
  const approvalId = await request({ kind: "task", title: "Start it?", description: "", taskId: task.id });
  await clock.advance(TOOL_LIMITS.approvalWaitMs * 30);
  await expireApprovals(deps);
  expect(await getApproval(deps, given.owner, { approvalId })).toMatchObject({ status: "pending", expiresAt: null });
});

test("members, viewers, agents and other organizations cannot decide", async () => {
  const { deps, given } = fixture;
  const approvalId = await request({ kind: "action", title: "A", description: "", action: "x" });
  const other = await giveOrganization(deps, "other-approvals");
  const actors = [given.member, given.viewer, given.agent(given.workerId), other.owner];
  const refused = await Promise.all(
    actors.map((actor) => decideApproval(deps, actor, { approvalId, decision: { decision: "approve" } }).catch(codeOf)),
  );
  expect(refused).toEqual(["approval.not-decider", "access.role-missing", "access.role-missing", "approval.not-found"]);
});

test("a list has pages, filters by status and shows the buttons of whoever asks", async () => {
  const { deps } = fixture;
  const { owner, member, system } = await giveOrganization(deps, "listing");
  for (let made = 0; made < 5; made += 1) {
    await transact(deps, system, (tx) =>
      tx.approvals.request({ kind: "action", title: `A${made}`, description: "", action: "x" }),
    );
  }
  const first = await listApprovals(deps, owner, { limit: 3, status: "pending" });
  const second = await listApprovals(deps, owner, { limit: 3, cursor: first.nextCursor ?? "" });
  expect([...first.data, ...second.data].map((approval) => approval.title)).toEqual(["A4", "A3", "A2", "A1", "A0"]);
  expect(second.nextCursor).toBeNull();
  expect(first.data[0]?.actions).toEqual(["approve", "reject"]);
  expect((await listApprovals(deps, member)).data[0]?.actions).toEqual([]);
  expect((await listApprovals(deps, owner, { status: "approved" })).data).toEqual([]);
});
