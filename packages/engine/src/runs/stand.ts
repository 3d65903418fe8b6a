import type { AttemptStatus, RunStatus } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import type { ClaimedRun } from "./claimed-run.ts";

/** What the rows of a run and its attempt become. */
export type Standing = {
  readonly run: RunStatus;
  readonly attempt: AttemptStatus;
  readonly reason?: string;
  readonly outcome?: string;
  readonly failure?: string;
  readonly delayMs?: number;
};

export type StandingClaim = { readonly claim: ClaimedRun; readonly next: Standing };

type StandingRow = { readonly id: string; readonly hasOpenCalls: boolean };

const STAND = `with ended as (
    update runs r set status = n.run, worker_id = null, lane_slot = null, outcome = n.outcome, failure = n.failure,
      not_before = case when n.delay_ms > 0 then cadre_now() + make_interval(secs => n.delay_ms / 1000.0) end,
      ended_at = case when n.run not in ('queued', 'waiting') then cadre_now() end
    from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
      as n (run_id, fence, run, attempt, reason, outcome, failure, delay_ms)
    where r.id = n.run_id and r.fence = n.fence and r.status = (select 'running')
    returning r.id, r.fence, r.step, r.item_id, n.run, n.attempt, n.reason
  ), item as (
    update mailbox_items m set status = 'queued' from ended
    where ended.run = 'queued' and m.id = ended.item_id and m.status = 'processing'
  ), attempt as (
    update attempts a set status = ended.attempt, reason = ended.reason, last_step = ended.step, ended_at = cadre_now()
    from ended where a.run_id = ended.id and a.fence = ended.fence and a.status = 'running'
  )
  select id, exists (select 1 from tool_calls c where c.run_id = ended.id
    and c.status in ('recorded', 'awaiting_approval', 'started')) as has_open_calls
  from ended`;

/**
 * Writes both rows of each claim that still holds; the update itself is the fence check and holds off every other writer. Returns, for
 * each of those runs, whether it has open calls.
 */
export async function standAll(tx: Transaction, claims: readonly StandingClaim[]): Promise<Map<string, boolean>> {
  const rows = await tx.unit.query<StandingRow>(STAND, [
    claims.map(({ claim }) => claim.runId),
    claims.map(({ claim }) => claim.fence),
    claims.map(({ next }) => next.run),
    claims.map(({ next }) => next.attempt),
    claims.map(({ next }) => next.reason ?? null),
    claims.map(({ next }) => next.outcome ?? null),
    claims.map(({ next }) => next.failure ?? null),
    claims.map(({ next }) => next.delayMs ?? 0),
  ]);
  return new Map(rows.map((row) => [row.id, row.hasOpenCalls]));
}
