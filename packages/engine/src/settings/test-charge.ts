import type { ModelFailure } from "@cadre/domain";
import { modelFailure } from "@cadre/llm-router";
import type { LlmTestDeps } from "./llm-deps.ts";

/** The cap and the day's money in one statement, as the budget gate of runs does it; a test belongs to no run, so it has no row there. */
const CHARGE = `with today as (select (cadre_now() at time zone 'utc')::date as day)
  insert into spend_days (day, settled_micros)
  select day, $1::bigint from today where $1::bigint <= $2::bigint
  on conflict (day) do update set settled_micros = spend_days.settled_micros + excluded.settled_micros
    where spend_days.reserved_micros + spend_days.settled_micros + excluded.settled_micros <= $2::bigint
  returning day::text as day`;

export type Charge =
  | { readonly kind: "charged"; readonly day: string; readonly micros: number }
  | { readonly kind: "refused"; readonly failure: ModelFailure };

/** Takes the worst case of a test from the day's money. A process that dies meanwhile leaves it spent, which errs on the safe side. */
export async function chargeWorstCase(
  deps: Pick<LlmTestDeps, "database" | "dailyLimitMicroUsd">,
  worstCaseMicros: number,
): Promise<Charge> {
  const micros = Math.ceil(worstCaseMicros);
  if (micros === 0) return { kind: "charged", day: "", micros };
  const [row] = await deps.database.query<{ day: string }>(CHARGE, [micros, deps.dailyLimitMicroUsd]);
  if (row !== undefined) return { kind: "charged", day: row.day, micros };
  const failure = modelFailure({
    kind: "spend-limit",
    code: "budget-refused",
    message: "The daily spend limit is reached. Raise CADRE_SPEND_LIMIT_USD, or wait until tomorrow (UTC).",
  });
  return { kind: "refused", failure };
}

/** Gives back what the call did not cost. */
export async function refund(
  deps: Pick<LlmTestDeps, "database">,
  charge: { readonly day: string; readonly chargedMicros: number; readonly costMicros: number },
): Promise<void> {
  if (charge.chargedMicros === 0) return;
  await deps.database.query("update spend_days set settled_micros = settled_micros + $2::bigint where day = $1::date", [
    charge.day,
    charge.costMicros - charge.chargedMicros,
  ]);
}
