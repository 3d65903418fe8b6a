import type { ApprovalDecision } from "@cadre/domain";
import { NO_USAGE } from "@cadre/domain";
import { TOOL_LIMITS } from "@cadre/shared";
import type { ToolResult } from "@cadre/tool-selector";
import { claimTestRun, engineFixture, type EngineFixture, openToolDesk, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { endAttempt } from "../../runs/end-attempt.ts";
import { recordReply } from "../../runs/record-reply.ts";
import { decideApproval } from "../decide-approval.ts";
import { expireApprovals } from "../expire-approvals.ts";
import { requestUserApprovalTool } from "./request-user-approval.tool.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const options = [
  { id: "csv", label: "As a CSV file" },
  { id: "pdf", label: "As a PDF" },
];

type Asked = { approvalId: string; runId: string; again: () => Promise<ToolResult> };

/** A run that has asked by a journaled call and parked on it; `again` is the same call, run again after the resume. */
async function ask(args: Record<string, unknown>): Promise<Asked> {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Asker" });
  const { sessionId } = await transact(deps, given.system, (tx) =>
    tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "task" }),
  );
  const claim = await claimTestRun(deps, await queueTestRun(deps, given, { agentId, sessionId }));
  const { calls } = await recordReply(deps, claim, {
    sessionId,
    step: 1,
    payload: {
      kind: "assistant-message",
      v: 1,
      content: [{ type: "tool-call", callId: "toolu:1", name: "request_user_approval", args: {} }],
      model: { provider: "test", model: "test" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    },
    effectOf: () => ({ effect: "write", mayRepeat: true }),
  });
  const desk = await openToolDesk(fixture, { agentId, runId: claim.runId });
  const context = { ...desk.context, callKey: calls[0]?.key ?? "" };
  const again = async (): Promise<ToolResult> => {
    const parsed = requestUserApprovalTool.parse({ title: "Which format?", description: "For the report.", ...args });
    if (!parsed.isValid) throw new Error(JSON.stringify(parsed.issues));
    return parsed.run(context);
  };
  const { outcome } = await again();
  if (outcome?.kind !== "wait-approval") throw new Error("The call did not wait.");
  await endAttempt(deps, claim, { kind: "parked", waits: [{ kind: "answer", reference: outcome.approvalId }] });
  return { approvalId: outcome.approvalId, runId: claim.runId, again };
}

async function answered(asked: Asked, decision: ApprovalDecision): Promise<string> {
  await decideApproval(fixture.deps, fixture.given.owner, { approvalId: asked.approvalId, decision });
  const [run] = await fixture.deps.database.query<{ status: string }>("select status from runs where id = $1", [
    asked.runId,
  ]);
  expect(run?.status).toBe("queued");
  const result = await asked.again();
  expect([result.isError, result.outcome]).toEqual([false, undefined]);
  return result.text;
}

test("the call asks once and, run again after the answer, reads what was chosen", async () => {
  const asked = await ask({ options });
  expect((await asked.again()).outcome).toEqual({ kind: "wait-approval", approvalId: asked.approvalId });
  expect(await answered(asked, { decision: "choose", optionId: "pdf", comment: "A4" })).toBe(
    'The person chose "As a PDF" (pdf). They wrote: A4',
  );
  const asks = await fixture.deps.database.query("select 1 from approvals where run_id = $1", [asked.runId]);
  expect(asks.length).toBe(1);
});

test("a yes, a no and own words read differently; own words say that they approve nothing", async () => {
  expect(await answered(await ask({}), { decision: "approve" })).toBe("The person said yes.");
  expect(await answered(await ask({}), { decision: "reject", comment: "too early" })).toBe(
    "The person said no. Respect it: go another way, or leave it. They wrote: too early",
  );
  const words = await answered(await ask({ allow_freeform: true }), { decision: "answer", text: "yes, do it" });
  expect(words).toBe(
    "The person answered in their own words: yes, do it\nThis approves nothing by itself; act on what it says.",
  );
});

test("when nobody answers for a day the run goes on and reads that as a no", async () => {
  const asked = await ask({ options });
  await fixture.clock.advance(TOOL_LIMITS.approvalWaitMs + 60_000);
  await expireApprovals(fixture.deps);
  expect((await asked.again()).text).toContain("Nobody answered in time. Take it as a no");
});

test("the question is shown with the task it is about, named by key, and an unknown one is an error to act on", async () => {
  const { given, deps } = fixture;
  const task = await given.task();
  const { approvalId } = await ask({ related_task_id: task.key, priority: "urgent" });
  const rows = await deps.database.query(
    `select a.task_id, n.priority from approvals a join notifications n on n.entity_id = a.id where a.id = $1`,
    [approvalId],
  );
  expect(rows).toEqual([{ taskId: task.id, priority: "urgent" }]);
  await expect(ask({ related_task_id: "DEMO-999" })).rejects.toMatchObject({
    code: "task.not-found",
    field: "related_task_id",
  });
});
