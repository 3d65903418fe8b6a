import { storableText } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

/** Cancels what is pending for a task. The runs that wait for it are the caller's to stop. */
export async function cancelTaskApprovals(tx: Transaction, taskId: string, reason: string): Promise<void> {
  const cancelled = await tx.unit.query<{ id: string; kind: string }>(
    `update approvals set status = 'cancelled', comment = $3, decided_at = cadre_now()
     where task_id = $1 and organization_id = $2 and status = 'pending'
     returning id, kind`,
    [taskId, tx.unit.organizationId, storableText(reason)],
  );
  for (const { id, kind } of cancelled) {
    tx.unit.emit({
      type: "approval.cancelled",
      entity: { kind: "approval", id },
      payload: { kind, taskId, reason },
      actor: tx.actor,
    });
  }
}
