import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decideErrorRetry,
  errorFingerprint,
  errorRetryDelayMs,
  isFatalFailure,
  isNetworkFailure,
  type RetryCounts,
} from "./task-retry.ts";

const NO_RETRIES: RetryCounts = { errorRetries: 0, sameErrorRetries: 0, fingerprint: undefined };

function delaysOf(fingerprints: readonly string[], { isNetwork } = { isNetwork: false }): (number | string)[] {
  let counts = NO_RETRIES;
  return fingerprints.map((fingerprint) => {
    const decision = decideErrorRetry(counts, { fingerprint, isNetwork, isFatal: false }, 0.5);
    if (decision.kind === "fail") return decision.reason;
    counts = decision.counts;
    return decision.delayMs / 1_000;
  });
}

fact("M73", "transient failures 1 to 7 wait 30, 60, 120, 240, 480, 600, 600 seconds, each give or take 20 %", () => {
  const different = Array.from({ length: 9 }, (_, at) => `error ${String.fromCodePoint(97 + at)}`);
  expect(delaysOf(different)).toEqual([30, 60, 120, 240, 480, 600, 600, 600, "retries"]);
  expect([0, 1].map((fraction) => errorRetryDelayMs(1, fraction))).toEqual([24_000, 36_000]);
  expect([0, 1].map((fraction) => errorRetryDelayMs(7, fraction))).toEqual([480_000, 720_000]);
});

test("the same error is retried three times, the network's five times, and then given up", () => {
  expect(delaysOf(["a", "a", "a", "a"])).toEqual([30, 60, 120, "same-error"]);
  expect(delaysOf(["a", "a", "a", "a", "a", "a"], { isNetwork: true })).toEqual([30, 60, 120, 240, 480, "same-error"]);
  expect(delaysOf(["a", "a", "b", "a", "a", "a"])).toEqual([30, 60, 120, 240, 480, 600]);
});

test("whatever fails, no task is retried more than eight times", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ fingerprint: fc.constantFrom("a", "b", "c"), isNetwork: fc.boolean() }), { maxLength: 40 }),
      (errors) => {
        let counts = NO_RETRIES;
        let retries = 0;
        for (const error of errors) {
          const decision = decideErrorRetry(counts, { ...error, isFatal: false }, 0);
          if (decision.kind === "fail") break;
          counts = decision.counts;
          retries += 1;
        }
        expect(retries).toBeLessThanOrEqual(8);
      },
    ),
  );
});

fact("M74", "401, 402, 403 and an invalid request fail at once", () => {
  for (const kind of ["auth", "billing", "permission", "invalid-request"] as const) {
    expect(isFatalFailure(kind)).toBe(true);
  }
  for (const kind of ["network", "timeout", "rate-limit", "overloaded", "server"] as const) {
    expect(isFatalFailure(kind)).toBe(false);
  }
  expect(decideErrorRetry(NO_RETRIES, { fingerprint: "a", isNetwork: false, isFatal: true }, 0)).toEqual({
    kind: "fail",
    reason: "fatal",
  });
  expect([isNetworkFailure("network"), isNetworkFailure("server")]).toEqual([true, false]);
});

test("one fingerprint for errors that differ only in ids, times and numbers", () => {
  const one = errorFingerprint("Request req_01abcdefghijklmnopqr failed at 2026-11-29T10:00:00Z after 31 ms");
  const other = errorFingerprint("request req_99zyxwvutsrqponmlkji failed at 2026-11-30T23:59:59.123Z  after 7 ms");
  expect(one).toBe(other);
  expect(errorFingerprint("connect ECONNREFUSED 10.0.0.1:443")).not.toBe(errorFingerprint("overloaded"));
});
