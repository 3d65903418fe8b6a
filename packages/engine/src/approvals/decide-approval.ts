import {
  type Actor,
  type ApprovalDecision,
  type ApprovalKind,
  isSameDecision,
  mayDecideApproval,
  requireRole,
  type StoredDecision,
  storedDecision,
} from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { type Approval, approvalOf, type ApprovalRow, missingApproval, optionsOf } from "./approval-row.ts";
import { lockApproval } from "./lock-approval.ts";
import { settleApproval } from "./settle-approval.ts";

/**
 * Decides a pending approval, with everything that follows in the same transaction. Exactly one decision wins (PEER-T6): who comes
 * later with the same one gets the outcome, with another `approval.decided` that names it. Own words never approve.
 * Faults: `approval.not-found`, `approval.not-decider`, `approval.not-offered`, `approval.unknown-option`, `approval.reason-missing`,
 * `approval.decided`, `approval.expired`, and those of the task's move.
 */
export async function decideApproval(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly approvalId: string; readonly decision: ApprovalDecision },
): Promise<Approval> {
  requireRole(actor, "member", "decide approvals");
  return transact(deps, actor, async (tx) => {
    const row = (await lockApproval(tx, input.approvalId)) ?? missingApproval(input.approvalId);
    if (!mayDecideApproval(actor, row)) refuseStranger(row.kind);
    const decision = storedDecision({ ...row, options: optionsOf(row) }, input.decision);
    if (row.status !== "pending") return alreadyDecided(row, decision, actor);
    const decided = await writeDecision(tx, row, decision);
    await settleApproval(tx, decided, decision);
    return approvalOf(decided, actor);
  });
}

async function writeDecision(tx: Transaction, row: ApprovalRow, decision: StoredDecision): Promise<ApprovalRow> {
  const comment = decision.comment === null ? null : storableText(decision.comment);
  const written = await tx.unit.first<{ decidedAt: Date }>(
    `update approvals set status = $2, decided_by = $3, decided_option = $4, comment = $5, decided_at = cadre_now()
     where id = $1 and (expires_at is null or expires_at > cadre_now()) returning decided_at`,
    [row.id, decision.status, tx.actor.id, decision.optionId, comment],
  );
  if (written === undefined) refuseExpired();
  tx.unit.emit({
    type: "approval.decided",
    entity: { kind: "approval", id: row.id },
    payload: {
      kind: row.kind,
      status: decision.status,
      optionId: decision.optionId ?? undefined,
      taskId: row.taskId ?? undefined,
      agentId: row.agentId ?? undefined,
    },
    actor: tx.actor,
  });
  return {
    ...row,
    status: decision.status,
    decidedBy: tx.actor.id,
    decidedOption: decision.optionId,
    comment,
    decidedAt: written.decidedAt,
  };
}

function alreadyDecided(row: ApprovalRow, decision: StoredDecision, actor: Actor): Approval {
  const { status } = row;
  if (status === "expired") refuseExpired();
  if (
    (status === "approved" || status === "rejected") &&
    isSameDecision({ status, optionId: row.decidedOption, comment: row.comment }, decision)
  ) {
    return approvalOf(row, actor);
  }
  throw new Fault("conflict", "approval.decided", {
    message:
      status === "cancelled"
        ? "Nobody needs this decision any more: what asked for it was cancelled."
        : `This was decided before: ${row.decidedOption ?? "an answer in own words"}. A decision stands; the agent has it already.`,
    details: { approval: approvalOf(row, actor) },
  });
}

function refuseExpired(): never {
  throw new Fault("conflict", "approval.expired", {
    message: "Nobody decided this in time and the agent was told so. It can ask again.",
  });
}

function refuseStranger(kind: ApprovalKind): never {
  throw new Fault("forbidden", "approval.not-decider", {
    message:
      kind === "review"
        ? "Only the reviewer of the task, an owner or an admin decides this."
        : "Only an owner or an admin decides this.",
  });
}
