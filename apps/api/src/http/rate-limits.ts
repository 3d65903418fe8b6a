import { API_LIMITS, Fault } from "@cadre/shared";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
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

/**
 * Counts in the memory of this process: of several API processes behind a balancer each counts on its own. Passwords are tried against
 * three counts: of one account from one address, of one address, and of one account from anywhere; the last is generous, so that nobody
 * locks others out.
 */
export function rateLimits(requestsPerMinute: number): RateLimits {
  const requests = requestsPerMinute === 0 ? undefined : limiter(requestsPerMinute, API_LIMITS.rateWindowMs);
  const window = API_LIMITS.signInWindowMs;
  const pairs = limiter(API_LIMITS.signInAttemptsPerPair, window);
  const addresses = limiter(API_LIMITS.signInAttemptsPerAddress, window);
  const accounts = limiter(API_LIMITS.signInAttemptsPerAccount, window);
  const countsOf = ({ address, account }: Attempt): readonly (readonly [RateLimiterMemory, string])[] => {
    const place = networkOf(address);
    if (account === undefined) return [[addresses, place]];
    return [
      [addresses, place],
      [accounts, account],
      [pairs, `${place} ${account}`],
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

function limiter(points: number, windowMs: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: windowMs / 1_000 });
}

function secondsOf(stand: RateLimiterRes): number {
  return Math.max(1, Math.ceil(stand.msBeforeNext / 1_000));
}

async function consume(counter: RateLimiterMemory, who: string, code: string): Promise<RateLimiterRes> {
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
