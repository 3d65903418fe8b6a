import type { Transaction } from "../transaction.ts";
import { emitEnded } from "./end-item.ts";

type DroppedRow = { id: string; agentId: string; type: string };

/**
 * Drops what still waits for a task and cancels the runs it would have started: status mail always, reviews and executions only
 * `withWork`. What an agent has in hand is ended by stopping its run.
 */
export async function dropTaskItems(
  tx: Transaction,
  taskId: string,
  options: { readonly withWork: boolean },
): Promise<void> {
  const dropped = await tx.unit.query<DroppedRow>(
    `update mailbox_items set status = 'dropped', outcome = 'the task moved on', ended_at = cadre_now()
     where task_id = $1 and organization_id = $2 and status in ('queued', 'deferred') and (not starts_run or $3)
     returning id, agent_id, type`,
    [taskId, tx.unit.organizationId, options.withWork],
  );
  await settleDropped(tx, dropped, "the task moved on");
}

/** Announces dropped items and cancels the open runs they had started. */
export async function settleDropped(tx: Transaction, dropped: readonly DroppedRow[], reason: string): Promise<void> {
  for (const item of dropped) emitEnded(tx, item, { status: "dropped", outcome: reason });
  const runs = await tx.unit.query<{ id: string }>(
    "select id from runs where item_id = any($1::text[]) and status in ('queued', 'running', 'waiting') order by id",
    [dropped.map((item) => item.id)],
  );
  for (const run of runs) await tx.runs.stop({ runId: run.id }, { to: "cancelled", reason });
}
