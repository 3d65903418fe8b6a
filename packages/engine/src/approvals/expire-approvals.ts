import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { lockApproval } from "./lock-approval.ts";
import { settleExpired } from "./settle-approval.ts";

const BATCH = 200;

/** Ends approvals that nobody decided in time, in every organization, and lets their runs go on. Returns how many. */
export async function expireApprovals(deps: EngineDeps): Promise<number> {
  const due = await deps.database.query<{ id: string; organizationId: string }>(
    "select id, organization_id from approvals where status = 'pending' and expires_at <= cadre_now() order by expires_at limit $1",
    [BATCH],
  );
  let expired = 0;
  for (const { id, organizationId } of due) {
    const clock: Actor = { kind: "system", id: "approvals", organizationId };
    if (await transact(deps, clock, (tx) => expireOne(tx, id))) expired += 1;
  }
  return expired;
}

async function expireOne(tx: Transaction, approvalId: string): Promise<boolean> {
  const row = await lockApproval(tx, approvalId);
  if (row === undefined) return false;
  const isExpired = await tx.unit.count(
    `update approvals set status = 'expired', decided_at = cadre_now()
     where id = $1 and status = 'pending' and expires_at <= cadre_now() returning 1`,
    [row.id],
  );
  if (isExpired === 0) return false;
  tx.unit.emit({
    type: "approval.expired",
    entity: { kind: "approval", id: row.id },
    payload: { kind: row.kind, taskId: row.taskId ?? undefined, agentId: row.agentId ?? undefined },
    actor: tx.actor,
  });
  await settleExpired(tx, row);
  return true;
}
