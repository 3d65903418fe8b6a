import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_USAGE, promptTokens, type Usage } from "@cadre/domain";
import { CATALOGUE } from "./catalogue.ts";
import type { PriceRow } from "./catalogue-model.ts";
import { costOf, worstCaseCost } from "./cost.ts";

const AT = new Date("2026-11-29T12:00:00Z");

function priceOf(model: string, provider = "anthropic"): PriceRow {
  const price = CATALOGUE.priceOf({ provider, model }, AT);
  if (price === undefined) throw new Error(`No price for ${model}`);
  return price;
}

test("each kind of token has its own rate, in micro-dollars", () => {
  const usage: Usage = {
    inputTokens: 1_000_000,
    cacheReadTokens: 1_000_000,
    cacheWriteTokens: 1_000_000,
    cacheWriteHourTokens: 1_000_000,
    outputTokens: 1_000_000,
    thinkingTokens: 400_000,
  };
  expect(costOf(usage, priceOf("claude-sonnet-5-5"))).toBe(2_000_000 + 100_000 + 2_500_000 + 4_000_000 + 10_000_000);
});

test("haiku reprices the whole request above 100,000 prompt tokens, caches included", () => {
  const price = priceOf("claude-haiku-5-5");
  expect(costOf({ ...NO_USAGE, inputTokens: 100_000 }, price)).toBe(10_000);
  expect(costOf({ ...NO_USAGE, inputTokens: 100_001 }, price)).toBe(50_001);
  const cached = {
    ...NO_USAGE,
    inputTokens: 1,
    cacheReadTokens: 90_000,
    cacheWriteTokens: 10_000,
    outputTokens: 1_000,
  };
  expect(costOf(cached, price)).toBe(Math.ceil(0.5 + 4_500 + 6_250 + 2_500));
});

test("a call with a price is never free, a simulated one always is", () => {
  expect(costOf({ ...NO_USAGE, cacheReadTokens: 1 }, priceOf("claude-haiku-5-5"))).toBe(1);
  const usage = { ...NO_USAGE, inputTokens: 1_000_000, outputTokens: 1_000_000 };
  expect(costOf(usage, priceOf("simulated-worker-1", "simulated"))).toBe(0);
});

test("no usage costs more than the worst case reserved for it", () => {
  const priced = CATALOGUE.models.flatMap((model) => model.prices);
  const count = fc.nat(2_000_000);
  const usages = fc.record({
    inputTokens: count,
    cacheReadTokens: count,
    cacheWriteTokens: count,
    cacheWriteHourTokens: count,
    outputTokens: fc.nat(128_000),
  });
  fc.assert(
    fc.property(fc.constantFrom(...priced), usages, (price, part) => {
      const usage: Usage = { ...part, thinkingTokens: 0 };
      const size = { promptTokens: promptTokens(usage), maxOutputTokens: usage.outputTokens };
      const cost = costOf(usage, price);
      expect(Number.isSafeInteger(cost)).toBe(true);
      expect(cost).toBeLessThanOrEqual(worstCaseCost(price, size));
    }),
  );
});
