import { rowsStatement } from "@cadre/database";
import type { Ledger, Settlement } from "@cadre/llm-router";
import type { EngineDeps } from "../engine-deps.ts";
import type { SpendAccount } from "./spend-account.ts";

/** Settles once: a row that is no longer reserved stays as it is. The day's reservation becomes what the call really cost. */
const SETTLE = rowsStatement(
  {
    id: "text",
    status: "text",
    inputTokens: "int",
    cacheReadTokens: "int",
    cacheWriteTokens: "int",
    cacheWriteHourTokens: "int",
    outputTokens: "int",
    thinkingTokens: "int",
    costMicros: "bigint",
    failure: "text",
    requestId: "text",
  },
  `call as (
    update model_calls m set status = asked.status, input_tokens = asked.input_tokens, cache_read_tokens = asked.cache_read_tokens,
      cache_write_tokens = asked.cache_write_tokens, cache_write_hour_tokens = asked.cache_write_hour_tokens,
      output_tokens = asked.output_tokens, thinking_tokens = asked.thinking_tokens,
      cost_micros = case when m.is_simulated then 0 else asked.cost_micros end,
      simulated_cost_micros = case when m.is_simulated then asked.cost_micros else 0 end,
      failure = asked.failure, request_id = asked.request_id, ended_at = cadre_now()
    from asked where m.id = asked.id and m.status = (select 'reserved')
    returning m.spend_day, m.reserved_micros, m.cost_micros
  ), spent as (
    select spend_day, sum(reserved_micros)::bigint as reserved_micros, sum(cost_micros)::bigint as cost_micros
    from call where spend_day is not null group by spend_day
  )
  update spend_days d set reserved_micros = d.reserved_micros - spent.reserved_micros,
    settled_micros = d.settled_micros + spent.cost_micros
  from spent where d.day = spent.spend_day`,
);

/**
 * Writes what a call used and cost. Not fenced: money that was spent is counted even when the attempt has lost its claim.
 */
export function createLedger(deps: Pick<EngineDeps, "database">): Ledger<SpendAccount> {
  return {
    async settle(settlement) {
      const { usage } = settlement;
      await deps.database.write(settlement.account.claim.runId, SETTLE, {
        id: settlement.reservationId,
        status: statusOf(settlement),
        inputTokens: usage.inputTokens,
        cacheReadTokens: usage.cacheReadTokens,
        cacheWriteTokens: usage.cacheWriteTokens,
        cacheWriteHourTokens: usage.cacheWriteHourTokens,
        outputTokens: usage.outputTokens,
        thinkingTokens: usage.thinkingTokens,
        costMicros: Math.ceil(settlement.costMicroUsd),
        failure: settlement.outcome.kind === "failed" ? settlement.outcome.failure.kind : null,
        requestId: settlement.outcome.kind === "reply" ? (settlement.outcome.requestId ?? null) : null,
      });
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
