import { z } from "zod";

/** Tokens of one call. The prompt's size is `input + cacheRead + cacheWrite + cacheWriteHour`; no part counts twice. */
export const Usage = z.object({
  inputTokens: z.number().int().nonnegative(),
  cacheReadTokens: z.number().int().nonnegative(),
  /** Written with the five-minute lifetime. */
  cacheWriteTokens: z.number().int().nonnegative(),
  /** Written with the one-hour lifetime. */
  cacheWriteHourTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  /** Part of `outputTokens`. */
  thinkingTokens: z.number().int().nonnegative(),
});
export type Usage = z.infer<typeof Usage>;

export const NO_USAGE: Usage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteHourTokens: 0,
  outputTokens: 0,
  thinkingTokens: 0,
};

export function promptTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.cacheWriteHourTokens;
}
