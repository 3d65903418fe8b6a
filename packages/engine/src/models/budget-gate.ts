import type { BudgetGate, Reservation } from "@cadre/llm-router";
import { claimExpression, isClaimHeld, staleFence } from "../claim.ts";
import { MODEL_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import type { SpendAccount } from "./spend-account.ts";

/**
 * The cap check, the reservation and the ledger's row in one fenced statement. A real call adds its worst case to the day's row under
 * that row's lock; a simulated one costs nothing and touches no money.
 */
const RESERVE = `with ${claimExpression(2, 3)}, today as (
    select (cadre_now() at time zone 'utc')::date as day, (cadre_now() at time zone 'utc') as moment
  ), spent as (
    insert into spend_days (day, reserved_micros)
    select today.day, $10::bigint from today, claim where not $8::boolean and $10::bigint <= $11::bigint
    on conflict (day) do update set reserved_micros = spend_days.reserved_micros + excluded.reserved_micros
      where spend_days.reserved_micros + spend_days.settled_micros + excluded.reserved_micros <= $11::bigint
    returning day
  ), labelled as (
    update runs set is_simulated = true from claim where runs.id = claim.id and $8::boolean and not runs.is_simulated
  ), reserved as (
    insert into model_calls (id, organization_id, run_id, fence, step, purpose, provider, model, is_simulated, status,
      reserved_micros, is_unpriced, spend_day, receipt)
    select $1, $4, $2, $3::int, $5::int, $12, $6, $7, $8::boolean, 'reserved',
      case when $8::boolean then 0 else $10::bigint end, $9::boolean, (select day from spent), $13
    from claim where $8::boolean or exists (select 1 from spent)
    returning id
  )
  select (select id from reserved) as id, exists (select 1 from claim) as is_held,
    (extract(epoch from date_trunc('day', moment) + interval '1 day' - moment) * 1000)::bigint as ms_to_tomorrow,
    coalesce((select d.settled_micros from spend_days d where d.day = today.day), 0) as settled_micros
  from today`;

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
  deps: Pick<EngineDeps, "database" | "newId">,
  options: { readonly dailyLimitMicroUsd: number },
): BudgetGate<SpendAccount> {
  return {
    async reserve(ask): Promise<Reservation> {
      const { claim, step, purpose, receipt } = ask.account;
      const [row] = await deps.database.write<ReserveRow>(claim.runId, RESERVE, [
        deps.newId("modelCall"),
        claim.runId,
        claim.fence,
        claim.organizationId,
        step,
        ask.target.provider,
        ask.target.model,
        ask.isSimulated,
        ask.isUnpriced,
        Math.ceil(ask.worstCaseMicroUsd),
        options.dailyLimitMicroUsd,
        purpose,
        receipt ?? null,
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

/** Calls under way reserve more than they will cost: when only they are in the way, the money is free again soon. */
function waitFor(row: ReserveRow, worstCaseMicros: number, limitMicros: number): number {
  const fitsLater = row.settledMicros + Math.ceil(worstCaseMicros) <= limitMicros;
  return fitsLater ? MODEL_LIMITS.reservationRetryMs : row.msToTomorrow;
}

function dollars(micros: number): string {
  return `$${(micros / 1_000_000).toFixed(2)}`;
}
