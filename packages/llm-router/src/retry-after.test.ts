import fc from "fast-check";
import { expect, test } from "vitest";
import { fact } from "@cadre/testkit";
import { retryAfterMs } from "./retry-after.ts";

const NOW = new Date("2026-11-29T12:00:00Z");
const THIRTY_DAYS_MS = 30 * 86_400_000;

function parsed(headers: Record<string, string>): number | undefined {
  return retryAfterMs(new Headers(headers), NOW);
}

fact("PEER-C27", "retry-after is read as seconds, as an HTTP-date and as milliseconds", () => {
  expect(parsed({ "retry-after": "120" })).toBe(120_000);
  expect(parsed({ "retry-after": "1.5" })).toBe(1_500);
  expect(parsed({ "retry-after": "Sun, 29 Nov 2026 12:02:00 GMT" })).toBe(120_000);
  expect(parsed({ "retry-after": "Sunday, 29-Nov-26 12:02:00 GMT" })).toBe(120_000);
  expect(parsed({ "retry-after-ms": "2500", "retry-after": "120" })).toBe(2_500);
});

test("a date in the past is no wait", () => {
  expect(parsed({ "retry-after": "Sun, 29 Nov 2026 11:00:00 GMT" })).toBe(0);
});

test("what is neither is ignored", () => {
  for (const value of ["", "soon", "-5", "2026-11-29", "NaN", "Infinity", "1e9", "Sun, never"]) {
    expect(parsed({ "retry-after": value })).toBeUndefined();
  }
  expect(retryAfterMs(undefined, NOW)).toBeUndefined();
});

test("a bare number is always seconds, never a year, and never beyond thirty days", () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      expect(parsed({ "retry-after": String(seconds) })).toBe(Math.min(seconds * 1_000, THIRTY_DAYS_MS));
    }),
  );
});
