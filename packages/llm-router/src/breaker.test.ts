import fc from "fast-check";
import { expect, test } from "vitest";
import { MODEL_FAILURE_KINDS } from "@cadre/domain";
import { afterFailure, breakerReach, openForMs } from "./breaker.ts";
import { modelFailure } from "./failure.ts";
import type { BreakerState } from "./ports.ts";

const MINUTE_MS = 60_000;
const failure = (kind: (typeof MODEL_FAILURE_KINDS)[number], retryAfterMs?: number) =>
  modelFailure({ kind, message: "", retryAfterMs });

test("a mixed pair is an outage, not a rate limit", () => {
  const once = afterFailure(undefined, failure("server"), 0);
  expect(openForMs(once, 0)).toBe(0);
  expect(openForMs(afterFailure(once, failure("rate-limit"), 0), 0)).toBe(5 * MINUTE_MS);
});

test("after the pause one more failure opens it again", () => {
  let state = afterFailure(undefined, failure("server"), 0);
  state = afterFailure(state, failure("server"), 0);
  expect(openForMs(state, 5 * MINUTE_MS)).toBe(0);
  expect(openForMs(afterFailure(state, failure("server"), 5 * MINUTE_MS), 5 * MINUTE_MS)).toBe(5 * MINUTE_MS);
});

test("a stated wait too long to sit out opens it at once and for that long", () => {
  expect(openForMs(afterFailure(undefined, failure("rate-limit", 2 * MINUTE_MS), 0), 0)).toBe(2 * MINUTE_MS);
  expect(openForMs(afterFailure(undefined, failure("rate-limit", MINUTE_MS / 2), 0), 0)).toBe(0);
  expect(openForMs(afterFailure(undefined, failure("billing", 600 * MINUTE_MS), 0), 0)).toBe(600 * MINUTE_MS);
});

test("a broken request of one agent concerns nobody else", () => {
  for (const kind of ["invalid-request", "context-exceeded", "too-large", "aborted"] as const) {
    expect(breakerReach(kind)).toBeUndefined();
  }
});

test("a failure never shortens the pause that an earlier one began", () => {
  const step = fc.record({
    kind: fc.constantFrom(...MODEL_FAILURE_KINDS),
    waitMs: fc.option(fc.nat(10_000_000), { nil: undefined }),
    passMs: fc.nat(400_000),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let nowMs = 0;
      let state: BreakerState | undefined;
      for (const { kind, waitMs, passMs } of steps) {
        nowMs += passMs;
        const before = openForMs(state, nowMs);
        state = afterFailure(state, failure(kind, waitMs), nowMs);
        expect(openForMs(state, nowMs)).toBeGreaterThanOrEqual(before);
      }
    }),
  );
});
