import type { WaitKind } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";
import { emitRunQueued } from "./run-events.ts";
import { ringAfterCommit, type RingableRun } from "./ring-run.ts";

type FreedRun = RingableRun & { readonly agentId: string; readonly taskId: string | null };

/**
 * Satisfies every open wait for a thing and queues the runs that have no other open wait. The run rows are locked first: two waits
 * of one run met at once queue it exactly once, and neither overlooks the other (PEER-C11). Returns how many waits it met.
 */
export async function satisfyWaits(
  tx: Transaction,
  wait: { readonly kind: WaitKind; readonly reference: string },
  resolution: Readonly<Record<string, unknown>>,
): Promise<number> {
  const scope = [tx.unit.organizationId, wait.kind, wait.reference] as const;
  const waiting = await tx.unit.query<{ id: string }>(
    `select id from runs where organization_id = $1 and id in (
       select run_id from waits where organization_id = $1 and kind = $2 and reference = $3 and status = 'open')
     order by id for no key update`,
    scope,
  );
  if (waiting.length === 0) return 0;
  const met = await tx.unit.count(
    `update waits set status = 'satisfied', resolution = $4, resolved_at = cadre_now()
     where organization_id = $1 and kind = $2 and reference = $3 and status = 'open' returning id`,
    [...scope, canonicalJson(resolution)],
  );
  const freed = await tx.unit.query<FreedRun>(
    `update runs r set status = 'queued'
     where r.id = any($1::text[]) and r.status = 'waiting'
       and not exists (select 1 from waits w where w.run_id = r.id and w.status = 'open')
     returning r.id, r.fence, r.priority, r.agent_id, r.task_id`,
    [waiting.map((run) => run.id)],
  );
  for (const run of freed) {
    emitRunQueued(tx, run);
    ringAfterCommit(tx, run);
  }
  return met;
}
