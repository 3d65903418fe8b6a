import type { AttemptStatus, RunStatus } from "@cadre/domain";
import { storableText } from "@cadre/shared";
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

/** Mail that was completed because the work on it succeeded. */
export type CompletedItem = {
  readonly id: string;
  readonly agentId: string;
  readonly type: string;
  readonly startedAt: Date | null;
};

export type Stood = { readonly hasOpenCalls: boolean; readonly completedItem: CompletedItem | undefined };

type StandingRow = {
  readonly runId: string;
  readonly hasOpenCalls: boolean;
  readonly id: string | null;
  readonly agentId: string;
  readonly type: string;
  readonly startedAt: Date | null;
};

const STAND = `with ended as (
    update runs r set status = n.run, worker_id = null, lane_slot = null, outcome = n.outcome, failure = n.failure,
      not_before = case when n.delay_ms > 0 then cadre_now() + make_interval(secs => n.delay_ms / 1000.0) end,
      ended_at = case when n.run not in ('queued', 'waiting') then cadre_now() end
    from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
      as n (run_id, fence, run, attempt, reason, outcome, failure, delay_ms)
    where r.id = n.run_id and r.fence = n.fence and r.status = (select 'running')
    returning r.id, r.fence, r.step, r.item_id, r.outcome, n.run, n.attempt, n.reason
  ), back as (
    update mailbox_items m set status = 'queued' from ended
    where ended.run = 'queued' and m.id = ended.item_id and m.status = 'processing'
  ), done as (
    update mailbox_items m set status = 'completed', outcome = ended.outcome, ended_at = cadre_now() from ended
    where ended.run = 'succeeded' and m.id = ended.item_id
      and m.status = any ((select '{queued,processing,deferred}'::text[])::text[])
    returning m.id, m.agent_id, m.type, m.started_at
  ), attempt as (
    update attempts a set status = ended.attempt, reason = ended.reason, last_step = ended.step, ended_at = cadre_now()
    from ended where a.run_id = ended.id and a.fence = ended.fence and a.status = 'running'
  )
  select ended.id as run_id, exists (select 1 from tool_calls c where c.run_id = ended.id
    and c.status in ('recorded', 'awaiting_approval', 'started')) as has_open_calls, done.*
  from ended left join done on done.id = ended.item_id`;

/**
 * Writes the rows of each claim that still holds, its mail among them; the update itself is the fence check and holds off every other
 * writer. Returns what was found for each of those runs.
 */
export async function standAll(tx: Transaction, claims: readonly StandingClaim[]): Promise<Map<string, Stood>> {
  const rows = await tx.unit.query<StandingRow>(STAND, [
    claims.map(({ claim }) => claim.runId),
    claims.map(({ claim }) => claim.fence),
    claims.map(({ next }) => next.run),
    claims.map(({ next }) => next.attempt),
    claims.map(({ next }) => next.reason ?? null),
    claims.map(({ next }) => (next.outcome === undefined ? null : storableText(next.outcome))),
    claims.map(({ next }) => next.failure ?? null),
    claims.map(({ next }) => next.delayMs ?? 0),
  ]);
  return new Map(
    rows.map(({ runId, hasOpenCalls, id, ...item }) => [
      runId,
      { hasOpenCalls, completedItem: id === null ? undefined : { id, ...item } },
    ]),
  );
}
