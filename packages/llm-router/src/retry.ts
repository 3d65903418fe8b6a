import type { ModelFailure } from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";
import type { Wait } from "./ports.ts";

/** Decides on the n-th retry (from 1) of a call that streamed nothing. */
export type RetryPolicy = {
  /** Milliseconds to wait before this retry. Undefined: give up, and let the caller park the run. */
  delayMs(retry: number, failure: ModelFailure): number | undefined;
};

/** Turns and tasks: three attempts after network errors (2 s, 4 s); short waits of a provider are honoured twice. */
export const TURN_RETRY: RetryPolicy = {
  delayMs: (retry, failure) => {
    const most = failure.kind === "network" ? MODEL_LIMITS.networkAttempts - 1 : MODEL_LIMITS.providerRetries;
    return delay(retry, failure, { most, firstMs: MODEL_LIMITS.networkRetryBaseMs });
  },
};

/** Beats: three retries after 3, 6 and 12 seconds. */
export const HEARTBEAT_RETRY: RetryPolicy = {
  delayMs: (retry, failure) =>
    delay(retry, failure, { most: MODEL_LIMITS.heartbeatRetries, firstMs: MODEL_LIMITS.heartbeatRetryBaseMs }),
};

/** One attempt per target: for calls that may simply be missing, such as titles. */
export const NO_RETRY: RetryPolicy = { delayMs: () => undefined };

function delay(
  retry: number,
  failure: ModelFailure,
  schedule: { readonly most: number; readonly firstMs: number },
): number | undefined {
  if (!failure.isRetryable || retry > schedule.most) return undefined;
  if (failure.retryAfterMs === undefined) return schedule.firstMs * 2 ** (retry - 1);
  return failure.retryAfterMs <= MODEL_LIMITS.retryAfterCapMs ? failure.retryAfterMs : undefined;
}

/** The wait on real timers. */
export const systemWait: Wait = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish, { once: true });
  });
