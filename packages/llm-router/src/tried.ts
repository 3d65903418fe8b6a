import type { ModelFailure, ModelRef } from "@cadre/domain";

/** Why a target did not answer. `failure` is the provider's, or says in its terms why no call was made. */
export type Tried = {
  readonly target: ModelRef;
  readonly reason: "call-failed" | "breaker-open" | "budget-refused" | "unknown-provider";
  readonly failure: ModelFailure;
};

/**
 * The failure that speaks for a chain: the retryable one with the shortest wait, because it says when trying again
 * makes sense; else the first that a provider gave, else the first.
 */
export function verdictOf(tried: readonly Tried[]): ModelFailure | undefined {
  const retryable = tried.map((one) => one.failure).filter((failure) => failure.isRetryable);
  const soonest = retryable.toSorted((a, b) => (a.retryAfterMs ?? 0) - (b.retryAfterMs ?? 0)).at(0);
  if (soonest !== undefined) return soonest;
  return (tried.find((one) => one.reason === "call-failed") ?? tried.at(0))?.failure;
}
