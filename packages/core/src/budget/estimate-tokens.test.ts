import { cpuMs, fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "./estimate-tokens.ts";

fact("M9", "100 ASCII characters count as 29 tokens: chars / 3.5, rounded up", () => {
  expect(estimateTokens("word ".repeat(20))).toBe(29);
  expect(estimateTokens("")).toBe(0);
});

fact("M10", "100 Chinese characters count as 67 tokens, never fewer than 100 ASCII characters", () => {
  expect(estimateTokens("漢".repeat(100))).toBe(67);
  for (const ascii of ["word ".repeat(20), "a".repeat(100), "the quick brown fox ".repeat(5)]) {
    expect(estimateTokens("漢".repeat(100))).toBeGreaterThanOrEqual(estimateTokens(ascii));
  }
});

test("base64, hex and ids count more than prose of their length; a long word does not", () => {
  expect(estimateTokens("7f3a9c0e".repeat(12))).toBeGreaterThan(60);
  expect(estimateTokens("packages/core/src/budget/estimate".repeat(3))).toBe(29);
});

test("never fewer than chars / 3.5, whatever the script, and never less for a longer text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      expect(estimateTokens(a)).toBeGreaterThanOrEqual(Math.ceil(a.length / 3.5));
      expect(estimateTokens(`${a} ${b}`)).toBeGreaterThanOrEqual(estimateTokens(a));
    }),
  );
});

test("a megabyte without spaces is counted in a moment", () => {
  const tookMs = cpuMs(() => {
    estimateTokens("a".repeat(1_000_000));
    estimateTokens("a1".repeat(500_000));
  });
  expect(tookMs).toBeLessThan(1_000);
});
