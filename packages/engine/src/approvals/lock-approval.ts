import type { Transaction } from "../transaction.ts";
import { type ApprovalRow, APPROVALS } from "./approval-row.ts";

/**
 * The approval, locked until the unit ends; undefined when there is none. Task, run, approval: the order in which moves and stops
 * lock them, so that nobody waits in a circle.
 */
export async function lockApproval(tx: Transaction, approvalId: string): Promise<ApprovalRow | undefined> {
  const subject = [approvalId, tx.unit.organizationId] as const;
  await tx.unit.query(
    "select 1 from tasks where id = (select task_id from approvals where id = $1 and organization_id = $2) for update",
    subject,
  );
  await tx.unit.query(
    "select 1 from runs where id = (select run_id from approvals where id = $1 and organization_id = $2) for no key update",
    subject,
  );
  return tx.unit.first<ApprovalRow>(`${APPROVALS} and a.id = $2 for update of a`, [tx.unit.organizationId, approvalId]);
}
