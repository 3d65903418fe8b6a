import { type ApprovalResolution, resolutionOf, type StoredDecision } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import { type ApprovalRow, optionsOf } from "./approval-row.ts";

/** What follows a person's decision: the task moves, or the asking run goes on, or the agent gets it as mail (PEER-C40). */
export async function settleApproval(tx: Transaction, row: ApprovalRow, decision: StoredDecision): Promise<void> {
  const note = decision.comment === null ? {} : { note: decision.comment };
  const isYes = decision.status === "approved";
  switch (row.kind) {
    case "task":
      await tx.tasks.move(taskOf(row), isYes ? "approve" : "reject", note);
      return;
    case "review":
      await tx.tasks.move(taskOf(row), isYes ? "accept" : "revise", note);
      return;
    case "action":
    case "question":
      await answerAgent(tx, row, resolutionOf({ ...row, ...decision, options: optionsOf(row) }, tx.actor.id));
  }
}

/** What follows when nobody decided in time: the asking run goes on without a yes. */
export async function settleExpired(tx: Transaction, row: ApprovalRow): Promise<void> {
  await answerAgent(tx, row, { decision: "expired" });
}

async function answerAgent(tx: Transaction, row: ApprovalRow, resolution: ApprovalResolution): Promise<void> {
  const met = await tx.runs.satisfy(row.kind === "question" ? "answer" : "approval", row.id, resolution);
  if (met > 0 || row.agentId === null || (await isRunOpen(tx, row))) return;
  await tx.mailbox.post(
    row.agentId,
    {
      type: "callback_result",
      payload: {
        approvalId: row.id,
        title: row.title,
        decision: resolution.decision,
        ...(resolution.optionId === undefined ? {} : { optionId: resolution.optionId }),
        ...(resolution.text === undefined ? {} : { text: resolution.text }),
        ...(row.taskId === null ? {} : { taskId: row.taskId }),
        needsAction: resolution.decision !== "expired",
      },
    },
    { dedupeKey: `approval:${row.id}`, ...(row.taskId === null ? {} : { taskId: row.taskId }) },
  );
}

/** A run that has asked and not parked yet reads the decision itself. */
async function isRunOpen(tx: Transaction, row: ApprovalRow): Promise<boolean> {
  const open = await tx.unit.first("select 1 from runs where id = $1 and status in ('queued', 'running', 'waiting')", [
    row.runId,
  ]);
  return open !== undefined;
}

function taskOf(row: ApprovalRow): string {
  if (row.taskId !== null) return row.taskId;
  throw new Error(`Approval ${row.id} of kind ${row.kind} names no task.`);
}
