import { TASK_LIMITS } from "@cadre/shared";
import type { ModelFailureKind } from "../model/model-event.ts";

/** Failures that the same request meets again: repeating it helps nobody (M74). */
const FATAL_KINDS: readonly ModelFailureKind[] = [
  "auth",
  "billing",
  "permission",
  "invalid-request",
  "not-found",
  "spend-limit",
];
const NETWORK_KINDS: readonly ModelFailureKind[] = ["network", "timeout"];

/** True for failures after which a task fails at once: 400, 401, 402, 403 and what equals them (M74). */
export function isFatalFailure(kind: ModelFailureKind): boolean {
  return FATAL_KINDS.includes(kind);
}

/** True for failures of the way, not of the request: they are granted more equal retries. */
export function isNetworkFailure(kind: ModelFailureKind): boolean {
  return NETWORK_KINDS.includes(kind);
}

/** Retries a task has had since it entered in_progress. */
export type RetryCounts = {
  readonly errorRetries: number;
  readonly sameErrorRetries: number;
  readonly fingerprint: string | undefined;
};

export type RunError = { readonly fingerprint: string; readonly isNetwork: boolean; readonly isFatal: boolean };

export type RetryDecision =
  | { readonly kind: "retry"; readonly delayMs: number; readonly counts: RetryCounts }
  | { readonly kind: "fail"; readonly reason: "fatal" | "retries" | "same-error" };

/**
 * Whether an errored run is tried again, and after how long. Retries: 8 in all, 3 for one error, 5 when that one is the network's;
 * 30 s doubling to 10 min, ±20 % by `fraction` (0 to 1, drawn by the caller). Source: agent-platform 2.3, M73, M74.
 */
export function decideErrorRetry(counts: RetryCounts, error: RunError, fraction: number): RetryDecision {
  if (error.isFatal) return { kind: "fail", reason: "fatal" };
  const isSame = counts.fingerprint === error.fingerprint;
  const same = isSame ? counts.sameErrorRetries : 0;
  const sameCap = error.isNetwork ? TASK_LIMITS.maxSameNetworkErrorRetries : TASK_LIMITS.maxSameErrorRetries;
  if (same >= sameCap) return { kind: "fail", reason: "same-error" };
  if (counts.errorRetries >= TASK_LIMITS.maxErrorRetries) return { kind: "fail", reason: "retries" };
  return {
    kind: "retry",
    delayMs: errorRetryDelayMs(counts.errorRetries + 1, fraction),
    counts: { errorRetries: counts.errorRetries + 1, sameErrorRetries: same + 1, fingerprint: error.fingerprint },
  };
}

/** The wait before the nth retry (from 1), in milliseconds. `fraction` 0 gives the base less 20 %, 1 the base more 20 %. */
export function errorRetryDelayMs(retry: number, fraction: number): number {
  const delays = TASK_LIMITS.retryDelaysMs;
  const base = delays[Math.min(retry, delays.length) - 1] ?? 0;
  return Math.round(base * (1 - TASK_LIMITS.retryJitterShare + 2 * TASK_LIMITS.retryJitterShare * fraction));
}

const VARYING_PARTS: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z]{2,5}_[0-9a-z]{16,}\b/g, "<id>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<id>"],
  [/\b\d{4}-\d{2}-\d{2}t[0-9:.]+(?:z|[+-]\d{2}:?\d{2})?/g, "<time>"],
  [/\b0x[0-9a-f]+\b/g, "<n>"],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b/g, "<id>"],
  [/\d+(?:\.\d+)?/g, "<n>"],
  [/\s+/g, " "],
];

/** One text for errors that differ only in ids, times and numbers, so that the same failure is known again (I15). */
export function errorFingerprint(message: string): string {
  const plain = VARYING_PARTS.reduce((text, [part, mark]) => text.replace(part, mark), message.toLowerCase());
  return plain.trim().slice(0, TASK_LIMITS.errorFingerprintChars);
}
