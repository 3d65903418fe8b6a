import { createHash } from "node:crypto";
import type { CounterStore } from "@cadre/server-kit";
import { API_LIMITS, Fault } from "@cadre/shared";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "./network-of.ts";

/** How much somebody may still ask, for the `RateLimit-*` headers. */
export type RateStand = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };

/** Who tries to prove who they are: from where, and as whom when they say so. */
export type Attempt = { readonly address: string; readonly account: string | undefined };

export type RateLimits = {
  /** Counts one request of a key, a sign-in or an address; undefined when requests are not limited. Fault: `rate-limit.requests`. */
  request(who: string): Promise<RateStand | undefined>;
  /**
   * Carries out an attempt unless there were too many; one that succeeds does not count. Fault: `rate-limit.sign-in`.
   */
  attempt<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
};

type Counter = RateLimiterMemory | RateLimiterRedis;

/**
 * Counts in Redis where there is one, so that the API processes of a fleet count together, and in the memory of this process while
 * Redis does not answer or is not there. Passwords are tried against three counts: of one account from one address, of one address, and of
 * one account from anywhere; the last is generous, so that nobody locks others out.
 */
export function rateLimits(requestsPerMinute: number, store?: Pick<CounterStore, "redis">): RateLimits {
  const counter = (name: string, points: number, windowMs: number): Counter => {
    const options = { keyPrefix: `cadre:rate:${name}`, points, duration: windowMs / 1_000 };
    const memory = new RateLimiterMemory(options);
    if (store === undefined) return memory;
    return new RateLimiterRedis({
      ...options,
      storeClient: store.redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
    });
  };
  const window = API_LIMITS.signInWindowMs;
  const requests =
    requestsPerMinute === 0 ? undefined : counter("requests", requestsPerMinute, API_LIMITS.rateWindowMs);
  const pairs = counter("pairs", API_LIMITS.signInAttemptsPerPair, window);
  const addresses = counter("addresses", API_LIMITS.signInAttemptsPerAddress, window);
  const accounts = counter("accounts", API_LIMITS.signInAttemptsPerAccount, window);
  const countsOf = ({ address, account }: Attempt): readonly (readonly [Counter, string])[] => {
    const place = networkOf(address);
    if (account === undefined) return [[addresses, hashed(place)]];
    return [
      [addresses, hashed(place)],
      [accounts, hashed(account)],
      [pairs, hashed(`${place} ${account}`)],
    ];
  };
  return {
    async request(who) {
      if (requests === undefined) return undefined;
      const stand = await consume(requests, who, "rate-limit.requests");
      return {
        limit: requestsPerMinute,
        remaining: stand.remainingPoints,
        resetSeconds: secondsOf(stand),
      };
    },
    async attempt(attempt, work) {
      const counts = countsOf(attempt);
      for (const [counter, who] of counts) await consume(counter, who, "rate-limit.sign-in");
      const result = await work();
      for (const [counter, who] of counts) await counter.reward(who, 1);
      return result;
    },
  };
}

/** Nobody who reads the store learns who tried to sign in from where. */
function hashed(who: string): string {
  return createHash("sha256").update(who).digest("base64url");
}

function secondsOf(stand: RateLimiterRes): number {
  return Math.max(1, Math.ceil(stand.msBeforeNext / 1_000));
}

async function consume(counter: Counter, who: string, code: string): Promise<RateLimiterRes> {
  try {
    return await counter.consume(who);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const retryAfterSeconds = secondsOf(refused);
    throw new Fault("limit", code, {
      message: `Too many ${code === "rate-limit.sign-in" ? "attempts to sign in" : "requests"}. Nothing was done; try again in ${retryAfterSeconds} s.`,
      details: { limit: counter.points, retryAfterSeconds },
    });
  }
}
