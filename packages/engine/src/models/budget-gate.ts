import { rowsStatement } from "@cadre/database";
import type { BudgetGate, Reservation } from "@cadre/llm-router";
import { CLAIM, CLAIM_COLUMNS, isClaimHeld, staleFence } from "../claim.ts";
import { MODEL_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import type { SpendAccount } from "./spend-account.ts";

/** A simulated call costs nothing and touches no money: its ledger row is all there is to reserve. */
const RESERVE_SIMULATED = rowsStatement(
  {
    ...CLAIM_COLUMNS,
    id: "text",
    organizationId: "text",
    step: "int",
    provider: "text",
    model: "text",
    isUnpriced: "boolean",
    purpose: "text",
    receipt: "text",
    countedTokens: "int",
  },
  `${CLAIM}, labelled as (
    update runs r set is_simulated = true from claim where r.id = claim.run_id and not r.is_simulated
  ), reserved as (
    insert into model_calls (id, organization_id, run_id, fence, step, purpose, provider, model, is_simulated, status, reserved_micros,
      is_unpriced, receipt, counted_tokens, session_id)
    select id, organization_id, run_id, fence, step, purpose, provider, model, true, 'reserved', 0, is_unpriced, receipt, counted_tokens,
      (select r.session_id from runs r where r.id = claim.run_id)
    from claim
  )
  select nth from claim`,
);

/**
 * The cap check, the reservation and the ledger's row of a real call in one fenced statement. Its worst case is added to the day's row
 * under that row's lock.
 */
const RESERVE = `with claim as (
    select id, session_id from runs where id = $2 and fence = $3::int and status = 'running' for key share
  ), today as (
    select (cadre_now() at time zone 'utc')::date as day, (cadre_now() at time zone 'utc') as moment
  ), spent as (
    insert into spend_days (day, reserved_micros)
    select today.day, $9::bigint from today, claim where $9::bigint <= $10::bigint
    on conflict (day) do update set reserved_micros = spend_days.reserved_micros + excluded.reserved_micros
      where spend_days.reserved_micros + spend_days.settled_micros + excluded.reserved_micros <= $10::bigint
    returning day
  ), reserved as (
    insert into model_calls (id, organization_id, run_id, fence, step, purpose, provider, model, is_simulated, status,
      reserved_micros, is_unpriced, spend_day, receipt, counted_tokens, session_id)
    select $1, $4, $2, $3::int, $5::int, $11, $6, $7, false, 'reserved', $9::bigint, $8::boolean, day, $12, $13::int,
      (select session_id from claim) from spent
    returning id
  )
  select (select id from reserved) as id, exists (select 1 from claim) as is_held,
    (extract(epoch from date_trunc('day', moment) + interval '1 day' - moment) * 1000)::bigint as ms_to_tomorrow,
    coalesce((select d.settled_micros from spend_days d where d.day = today.day), 0) as settled_micros
  from today`;

type Deps = Pick<EngineDeps, "database" | "newId">;
type Ask = Parameters<BudgetGate<SpendAccount>["reserve"]>[0];

type ReserveRow = {
  readonly id: string | null;
  readonly isHeld: boolean;
  readonly msToTomorrow: number;
  readonly settledMicros: number;
};

/**
 * The budget of the whole installation until budgets exist: a hard cap on real money for each UTC day, checked with the call's worst
 * case before it is sent (I9). Reserving is fenced, so no call starts after a pause. Throws the fault `run.stale-fence`.
 */
export function createBudgetGate(
  deps: Deps,
  options: { readonly dailyLimitMicroUsd: number },
): BudgetGate<SpendAccount> {
  return {
    async reserve(ask): Promise<Reservation> {
      const { claim, step, purpose, receipt, countedTokens } = ask.account;
      const id = deps.newId("modelCall");
      if (ask.isSimulated) return reserveSimulated(deps, ask, id);
      const [row] = await deps.database.query<ReserveRow>(RESERVE, [
        id,
        claim.runId,
        claim.fence,
        claim.organizationId,
        step,
        ask.target.provider,
        ask.target.model,
        ask.isUnpriced,
        Math.ceil(ask.worstCaseMicroUsd),
        options.dailyLimitMicroUsd,
        purpose,
        receipt ?? null,
        countedTokens ?? null,
      ]);
      if (row?.id != null) return { kind: "reserved", reservationId: row.id };
      if (row?.isHeld !== true || !(await isClaimHeld(deps, claim))) throw staleFence(claim);
      return {
        kind: "refused",
        reason: `This call could cost ${dollars(ask.worstCaseMicroUsd)} and would pass the daily spend limit of ${dollars(options.dailyLimitMicroUsd)}. Raise CADRE_SPEND_LIMIT_USD, or wait until tomorrow (UTC).`,
        retryAfterMs: waitFor(row, ask.worstCaseMicroUsd, options.dailyLimitMicroUsd),
      };
    },
  };
}

async function reserveSimulated(deps: Deps, ask: Ask, id: string): Promise<Reservation> {
  const { claim, step, purpose, receipt, countedTokens } = ask.account;
  const held = await deps.database.write(claim.runId, RESERVE_SIMULATED, {
    runId: claim.runId,
    fence: claim.fence,
    id,
    organizationId: claim.organizationId,
    step,
    provider: ask.target.provider,
    model: ask.target.model,
    isUnpriced: ask.isUnpriced,
    purpose,
    receipt: receipt ?? null,
    countedTokens: countedTokens ?? null,
  });
  if (held.length === 0) throw staleFence(claim);
  return { kind: "reserved", reservationId: id };
}

/** Calls under way reserve more than they will cost: when only they are in the way, the money is free again soon. */
function waitFor(row: ReserveRow, worstCaseMicros: number, limitMicros: number): number {
  const fitsLater = row.settledMicros + Math.ceil(worstCaseMicros) <= limitMicros;
  return fitsLater ? MODEL_LIMITS.reservationRetryMs : row.msToTomorrow;
}

function dollars(micros: number): string {
  return `$${(micros / 1_000_000).toFixed(2)}`;
}
