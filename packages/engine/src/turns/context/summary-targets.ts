import type { Catalogue, RouteTarget } from "@cadre/llm-router";

/**
 * Where a summary is asked for: the cheapest model that the same key of the same vendor reaches, then the session's own. A server with an
 * address or a price of its own may have no other model: it is asked as it is.
 */
export function summaryTargets(
  targets: readonly RouteTarget[],
  catalogue: Catalogue,
  now: Date,
): readonly RouteTarget[] {
  const [main] = targets;
  if (main === undefined || main.price !== undefined || main.credentials.baseUrl !== undefined) return targets;
  const priceOf = (model: string): number => {
    const usd = catalogue.priceOf({ provider: main.provider, model }, now)?.tiers[0]?.usd;
    return usd === undefined ? Number.POSITIVE_INFINITY : usd.input + usd.output;
  };
  const cheapest = catalogue.models
    .filter(({ provider }) => provider === main.provider)
    .toSorted((one, other) => priceOf(one.id) - priceOf(other.id))[0];
  const isCheaper = cheapest !== undefined && priceOf(cheapest.id) < priceOf(main.model);
  return isCheaper ? [{ ...main, model: cheapest.id }, ...targets] : targets;
}
