import type { ModelFailure, ModelFailureKind } from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";
import type { BreakerState } from "./ports.ts";

/**
 * How far a failure reaches. A bad key or an empty account closes the whole provider at once; a model nobody may use
 * closes at once by itself; outages count in a row. A bad request says nothing about the provider: one agent's broken
 * history must not take the model from everyone.
 */
type Reach = "provider-at-once" | "model-at-once" | "model-in-a-row" | "none";

const REACH: Readonly<Record<ModelFailureKind, Reach>> = {
  aborted: "none",
  network: "model-in-a-row",
  timeout: "model-in-a-row",
  "rate-limit": "model-in-a-row",
  overloaded: "model-in-a-row",
  server: "model-in-a-row",
  auth: "provider-at-once",
  billing: "provider-at-once",
  permission: "model-at-once",
  "invalid-request": "none",
  "context-exceeded": "none",
  "not-found": "model-at-once",
  "too-large": "none",
  "spend-limit": "provider-at-once",
};

/** Which breaker a failure concerns, if any. */
export function breakerReach(kind: ModelFailureKind): "provider" | "model" | undefined {
  switch (REACH[kind]) {
    case "provider-at-once":
      return "provider";
    case "model-at-once":
    case "model-in-a-row":
      return "model";
    case "none":
      return undefined;
  }
}

/** The state after one more failure. Success forgets the state altogether. */
export function afterFailure(state: BreakerState | undefined, failure: ModelFailure, nowMs: number): BreakerState {
  const failures = (state?.failures ?? 0) + 1;
  const openMs = openFor(state, failure, failures);
  const openUntilMs =
    openMs === undefined ? (state?.openUntilMs ?? 0) : Math.max(state?.openUntilMs ?? 0, nowMs + openMs);
  return { failures, lastKind: failure.kind, openUntilMs };
}

/** Milliseconds until the breaker lets a call through; 0 when it does. */
export function openForMs(state: BreakerState | undefined, nowMs: number): number {
  return state === undefined ? 0 : Math.max(0, state.openUntilMs - nowMs);
}

/** A wait the provider stated wins over ours when it is longer; one too long to sit out opens the breaker by itself. */
function openFor(state: BreakerState | undefined, failure: ModelFailure, failures: number): number | undefined {
  const stated = failure.retryAfterMs ?? 0;
  if (REACH[failure.kind] !== "model-in-a-row") return Math.max(stated, MODEL_LIMITS.circuitProviderResetMs);
  if (failures < MODEL_LIMITS.circuitFailures) return stated > MODEL_LIMITS.retryAfterCapMs ? stated : undefined;
  const isRateLimitPair = failure.kind === "rate-limit" && state?.lastKind === "rate-limit";
  return Math.max(stated, isRateLimitPair ? MODEL_LIMITS.circuitRateLimitResetMs : MODEL_LIMITS.circuitResetMs);
}
