import type { Ledger, Settlement } from "@cadre/llm-router";
import type { EngineDeps } from "../engine-deps.ts";
import type { SpendAccount } from "./spend-account.ts";

/** Settles once: a row that is no longer reserved stays as it is. The day's reservation becomes what the call really cost. */
const SETTLE = `with call as (
    update model_calls set status = $2, input_tokens = $3, cache_read_tokens = $4, cache_write_tokens = $5,
      cache_write_hour_tokens = $6, output_tokens = $7, thinking_tokens = $8,
      cost_micros = case when is_simulated then 0 else $9::bigint end,
      simulated_cost_micros = case when is_simulated then $9::bigint else 0 end,
      failure = $10, request_id = $11, ended_at = cadre_now()
    where id = $1 and status = 'reserved'
    returning spend_day, reserved_micros, cost_micros
  )
  update spend_days d set reserved_micros = d.reserved_micros - call.reserved_micros,
    settled_micros = d.settled_micros + call.cost_micros
  from call where d.day = call.spend_day`;

/**
 * Writes what a call used and cost. Not fenced: money that was spent is counted even when the attempt has lost its claim.
 */
export function createLedger(deps: Pick<EngineDeps, "database">): Ledger<SpendAccount> {
  return {
    async settle(settlement) {
      const { usage } = settlement;
      await deps.database.write(settlement.account.claim.runId, SETTLE, [
        settlement.reservationId,
        statusOf(settlement),
        usage.inputTokens,
        usage.cacheReadTokens,
        usage.cacheWriteTokens,
        usage.cacheWriteHourTokens,
        usage.outputTokens,
        usage.thinkingTokens,
        Math.ceil(settlement.costMicroUsd),
        settlement.outcome.kind === "failed" ? settlement.outcome.failure.kind : null,
        settlement.outcome.kind === "reply" ? (settlement.outcome.requestId ?? null) : null,
      ]);
    },
  };
}

function statusOf({ outcome }: Settlement<SpendAccount>): "done" | "failed" | "aborted" {
  if (outcome.kind === "reply") return "done";
  return outcome.failure.kind === "aborted" ? "aborted" : "failed";
}

/**
 * Settles calls whose process was lost before it could. What they cost is not known, so the worst case counts as spent.
 * Returns how many there were.
 */
export async function settleLostCalls(deps: Pick<EngineDeps, "database">): Promise<number> {
  const [row] = await deps.database.query<{ settled: number }>(SETTLE_LOST);
  return row?.settled ?? 0;
}

const SETTLE_LOST = `with lost as (
    select c.id, c.spend_day, c.reserved_micros from model_calls c join runs r on r.id = c.run_id
    left join attempts a on a.run_id = c.run_id and a.fence = c.fence
    left join workers w on w.id = a.worker_id
    where c.status = 'reserved' and (r.fence <> c.fence or r.status <> 'running')
      and (w.id is null or w.stopped_at is not null or w.lease_until <= cadre_now())
    order by c.started_at limit 200 for no key update of c skip locked
  ), calls as (
    update model_calls c set status = 'aborted', failure = 'lost', cost_micros = lost.reserved_micros, ended_at = cadre_now()
    from lost where c.id = lost.id
  ), days as (
    update spend_days d set reserved_micros = d.reserved_micros - by_day.micros, settled_micros = d.settled_micros + by_day.micros
    from (select spend_day, sum(reserved_micros)::bigint as micros from lost group by spend_day) by_day
    where d.day = by_day.spend_day
  )
  select count(*)::int as settled from lost`;
