import { INTERNAL_ITEM_TYPES } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import { emitEnded } from "./end-item.ts";

/** Which open items to drop: all conditions that are given must hold. */
type Which = {
  readonly agentId?: string;
  readonly taskId?: string;
  readonly types?: readonly string[];
  readonly ids?: readonly string[];
  readonly startsRun?: false;
  /** Those in work too; else only those that still wait. */
  readonly inWork: boolean;
};

const PICKED = `m.organization_id = $1
  and ($2::text is null or m.agent_id = $2)
  and ($3::text is null or m.task_id = $3)
  and ($4::text[] is null or m.type = any($4))
  and ($5::text[] is null or m.id = any($5))
  and ($6::boolean is null or m.starts_run = $6)
  and (m.status in ('queued', 'deferred') or ($7 and m.status = 'processing'))`;

/**
 * Drops what still waits for a task and cancels the runs it would have started: status mail always, reviews and executions only
 * `withWork`. What an agent has in hand is ended by stopping its run.
 */
export async function dropTaskItems(
  tx: Transaction,
  taskId: string,
  options: { readonly withWork: boolean },
): Promise<void> {
  await dropItems(
    tx,
    { taskId, inWork: false, ...(options.withWork ? {} : { startsRun: false }) },
    "the task moved on",
  );
}

/** Drops beats and other internal mail at a pause, that in work included: nothing of it goes on afterwards. */
export async function dropInternalItems(
  tx: Transaction,
  whose: { readonly agentId: string } | { readonly organization: true },
): Promise<void> {
  const agent = "agentId" in whose ? { agentId: whose.agentId } : {};
  await dropItems(tx, { ...agent, types: INTERNAL_ITEM_TYPES, inWork: true }, "dropped by a pause");
}

/** Drops everything an agent has not ended. */
export async function dropAgentItems(tx: Transaction, agentId: string): Promise<void> {
  await dropItems(tx, { agentId, inWork: true }, "the agent was deleted");
}

/** Drops those of the items that nobody has begun. Returns how many. */
export async function dropWaitingItems(tx: Transaction, ids: readonly string[], reason: string): Promise<number> {
  return dropItems(tx, { ids, inWork: false }, reason);
}

/** Runs first, then items: the order in which workers lock them. Stopping a run ends its item. */
async function dropItems(tx: Transaction, which: Which, reason: string): Promise<number> {
  const values = [
    tx.unit.organizationId,
    which.agentId ?? null,
    which.taskId ?? null,
    which.types ?? null,
    which.ids ?? null,
    which.startsRun ?? null,
    which.inWork,
  ] as const;
  const runs = await tx.unit.query<{ id: string }>(
    `select r.id from mailbox_items m join runs r on r.item_id = m.id and r.status in ('queued', 'running', 'waiting')
     where ${PICKED} order by r.id`,
    values,
  );
  for (const run of runs) await tx.runs.stop({ runId: run.id }, { to: "cancelled", reason });
  const dropped = await tx.unit.query<{ id: string; agentId: string; type: string }>(
    `update mailbox_items m set status = 'dropped', outcome = $8, ended_at = cadre_now() where ${PICKED}
     returning m.id, m.agent_id, m.type`,
    [...values, reason],
  );
  for (const item of dropped) emitEnded(tx, item, { status: "dropped", outcome: reason });
  return runs.length + dropped.length;
}
