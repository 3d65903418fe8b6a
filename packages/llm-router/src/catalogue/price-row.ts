import type { PriceRow, PriceTier, UsdPerMillion } from "./catalogue-model.ts";

/** First day of rows whose true beginning is not known; no call of the product is older. */
export const RECORDS_BEGIN = "2026-01-01";

/** A row with one price for prompts of every length. */
export function flatPrice(effectiveFrom: string, source: string, usd: UsdPerMillion): PriceRow {
  return { effectiveFrom, source, tiers: [{ abovePromptTokens: 0, usd }] };
}

/** A row whose price depends on the prompt's length. */
export function tieredPrice(effectiveFrom: string, source: string, tiers: readonly PriceTier[]): PriceRow {
  return { effectiveFrom, source, tiers };
}

/** Stands in for a model without a price: the dearest price known, so that a budget errs on the safe side. */
export const DEFAULT_UNPRICED_PRICE: PriceRow = flatPrice(RECORDS_BEGIN, "default for unpriced models", {
  input: 10,
  output: 50,
  cacheRead: 10,
  cacheWrite: 12.5,
  cacheWriteHour: 20,
});

/** What a simulated call costs: truly nothing, whatever model it plays. */
export const FREE_PRICE: PriceRow = flatPrice("1970-01-01", "ours", {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
});
