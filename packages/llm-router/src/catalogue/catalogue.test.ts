import { describe, expect, test } from "vitest";
import { CATALOGUE, createCatalogue, startOf } from "./catalogue.ts";
import { flatPrice } from "./price-row.ts";

const ref = (model: string, provider = "anthropic") => ({ provider, model });

describe.each(CATALOGUE.models.map((model) => [`${model.provider}:${model.id}`, model] as const))(
  "%s",
  (_name, model) => {
    test("its price rows follow each other and never overlap", () => {
      const starts = model.prices.map(startOf);
      expect(starts.every(Number.isFinite)).toBe(true);
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
      expect(starts.length).toBeGreaterThan(0);
    });

    test("its tiers begin at nothing and ascend, and longer prompts are never cheaper", () => {
      for (const { tiers } of model.prices) {
        const bounds = tiers.map((tier) => tier.abovePromptTokens);
        expect(bounds[0]).toBe(0);
        expect(bounds).toEqual([...new Set(bounds)].toSorted((a, b) => a - b));
        const inputs = tiers.map((tier) => tier.usd.input);
        expect(inputs).toEqual(inputs.toSorted((a, b) => a - b));
      }
    });

    test("its prices make sense: reading a cache is cheapest, writing is never below input", () => {
      for (const { usd } of model.prices.flatMap((row) => row.tiers)) {
        expect(usd.cacheRead).toBeLessThanOrEqual(usd.input);
        expect(usd.cacheWrite).toBeGreaterThanOrEqual(usd.input);
        expect(usd.cacheWriteHour).toBeGreaterThanOrEqual(usd.cacheWrite);
        expect(usd.output).toBeGreaterThanOrEqual(usd.input);
      }
    });

    test("its sizes fit", () => {
      expect(model.maxOutputTokens ?? 0).toBeLessThan(model.contextWindowTokens);
      expect(model.maxInputTokens ?? 0).toBeLessThan(model.contextWindowTokens);
    });
  },
);

test("ids match exactly or not at all", () => {
  const at = new Date("2026-11-29");
  expect(CATALOGUE.priceOf(ref("claude-sonnet-5-5"), at)).toBeDefined();
  for (const id of ["claude-sonnet-5-5-20261001", "claude-sonnet", "Claude-Sonnet-5-5", "claude-sonnet-5-5 ", ""]) {
    expect(CATALOGUE.priceOf(ref(id), at)).toBeUndefined();
    expect(CATALOGUE.find(ref(id))).toBeUndefined();
  }
  expect(CATALOGUE.priceOf(ref("claude-sonnet-5-5", "openrouter"), at)).toBeUndefined();
});

test("prices change on their day, at midnight UTC", () => {
  const readAt = (at: string) => CATALOGUE.priceOf(ref("claude-sonnet-5-5"), new Date(at))?.tiers[0]?.usd.cacheRead;
  expect(readAt("2026-10-06T23:59:59.999Z")).toBe(0.2);
  expect(readAt("2026-10-07T00:00:00.000Z")).toBe(0.1);
  const inputAt = (at: string) => CATALOGUE.priceOf(ref("gemini-4-argon", "google"), new Date(at))?.tiers[0]?.usd.input;
  expect(inputAt("2026-11-30T23:59:59.999Z")).toBe(2);
  expect(inputAt("2026-12-01T00:00:00.000Z")).toBe(4);
});

test("before its first row a model has no price", () => {
  expect(CATALOGUE.priceOf(ref("claude-fable-5-2"), new Date("2026-11-08"))).toBeUndefined();
});

test("a later model of the same id replaces the shipped one", () => {
  const shipped = CATALOGUE.models.find((model) => model.id === "claude-haiku-4-5");
  if (shipped === undefined) throw new Error("gone");
  const usd = { input: 9, output: 9, cacheRead: 9, cacheWrite: 9, cacheWriteHour: 9 };
  const catalogue = createCatalogue([
    ...CATALOGUE.models,
    { ...shipped, prices: [flatPrice("2026-01-01", "ours", usd)] },
  ]);
  expect(catalogue.models).toHaveLength(CATALOGUE.models.length);
  expect(catalogue.priceOf(ref("claude-haiku-4-5"), new Date("2026-11-29"))?.tiers[0]?.usd.input).toBe(9);
});
