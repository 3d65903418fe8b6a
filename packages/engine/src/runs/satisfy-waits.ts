import type { WaitKind } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";
import { emitRunQueued } from "./run-events.ts";
import { ringAfterCommit, type RingableRun } from "./ring-run.ts";

type FreedRun = RingableRun & { readonly agentId: string; readonly taskId: string | null };

type Awaited = { readonly kind: WaitKind; readonly reference: string };

/**
 * Satisfies every open wait for a thing and queues the runs that have no other open wait. The run rows are locked first: two waits
 * of one run met at once queue it exactly once, and neither overlooks the other (PEER-C11). Returns how many waits it met.
 */
export async function satisfyWaits(
  tx: Transaction,
  wait: Awaited,
  resolution: Readonly<Record<string, unknown>>,
): Promise<number> {
  let met = 0;
  // Each pass sees the runs that parked during the one before.
  for (;;) {
    const runIds = await lockWaitingRuns(tx, wait);
    if (runIds.length === 0) return met;
    met += await tx.unit.count(
      `update waits set status = 'satisfied', resolution = $4, resolved_at = cadre_now()
       where run_id = any($1::text[]) and kind = $2 and reference = $3 and status = 'open' returning id`,
      [runIds, wait.kind, wait.reference, canonicalJson(resolution)],
    );
    await queueFreed(tx, runIds);
  }
}

async function lockWaitingRuns(tx: Transaction, wait: Awaited): Promise<string[]> {
  const waiting = await tx.unit.query<{ id: string }>(
    `select id from runs where organization_id = $1 and id in (
       select run_id from waits where organization_id = $1 and kind = $2 and reference = $3 and status = 'open')
     order by id for no key update`,
    [tx.unit.organizationId, wait.kind, wait.reference],
  );
  return waiting.map((run) => run.id);
}

async function queueFreed(tx: Transaction, runIds: readonly string[]): Promise<void> {
  const freed = await tx.unit.query<FreedRun>(
    `update runs r set status = 'queued'
     where r.id = any($1::text[]) and r.status = 'waiting'
       and not exists (select 1 from waits w where w.run_id = r.id and w.status = 'open')
     returning r.id, r.fence, r.priority, r.agent_id, r.task_id`,
    [runIds],
  );
  for (const run of freed) {
    emitRunQueued(tx, run);
    ringAfterCommit(tx, run);
  }
}
