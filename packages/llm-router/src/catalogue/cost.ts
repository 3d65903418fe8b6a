import { promptTokens, type Usage } from "@cadre/domain";
import type { PriceRow, UsdPerMillion } from "./catalogue-model.ts";

const MICRO_PER_USD = 1_000_000;
const TOKENS_PER_PRICE = 1_000_000;

/**
 * Cost of one call in whole micro-dollars, rounded up, so that a call with a price is never free. Plain integers:
 * the dearest imaginable call stays far below 2⁵³. The usage is already normalised, so no vendor rule enters here.
 */
export function costOf(usage: Usage, price: PriceRow): number {
  const usd = usdFor(price, promptTokens(usage));
  const parts =
    usage.inputTokens * micro(usd.input) +
    usage.cacheReadTokens * micro(usd.cacheRead) +
    usage.cacheWriteTokens * micro(usd.cacheWrite) +
    usage.cacheWriteHourTokens * micro(usd.cacheWriteHour) +
    usage.outputTokens * micro(usd.output);
  return Math.ceil(parts / TOKENS_PER_PRICE);
}

/** The most a call can cost, in micro-dollars: every prompt token at the dearest input rate, and the longest reply. */
export function worstCaseCost(price: PriceRow, size: { promptTokens: number; maxOutputTokens: number }): number {
  const usd = usdFor(price, size.promptTokens);
  const dearestInput = Math.max(usd.input, usd.cacheRead, usd.cacheWrite, usd.cacheWriteHour);
  return Math.ceil(
    (size.promptTokens * micro(dearestInput) + size.maxOutputTokens * micro(usd.output)) / TOKENS_PER_PRICE,
  );
}

/** The tier of a prompt's length; it prices the whole request. */
function usdFor(price: PriceRow, tokens: number): UsdPerMillion {
  const tier = price.tiers.findLast((candidate) => tokens > candidate.abovePromptTokens) ?? price.tiers[0];
  if (tier === undefined) throw new Error("A price row without tiers cannot price a call.");
  return tier.usd;
}

/** Micro-dollars per million tokens: an integer, so that sums are exact. */
function micro(usdPerMillion: number): number {
  return Math.round(usdPerMillion * MICRO_PER_USD);
}
