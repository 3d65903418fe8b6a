import type { ModelRequest, Usage } from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { worstCasePromptTokens } from "../../worst-case.ts";

const count = z.number().nonnegative().nullish();

const PromptDetails = z
  .object({
    cached_tokens: count,
    cache_write_tokens: count,
    cache_write_tokens_details: z.object({ ttl_12h_tokens: count }).nullish(),
  })
  .nullish();
const OutputDetails = z.object({ reasoning_tokens: count }).nullish();

/** Usage in the words of both dialects. Every field is optional: compatible servers leave out what they do not count. */
const WireUsage = z.object({
  input_tokens: count,
  input_tokens_details: PromptDetails,
  output_tokens: count,
  output_tokens_details: OutputDetails,
  prompt_tokens: count,
  prompt_tokens_details: PromptDetails,
  completion_tokens: count,
  completion_tokens_details: OutputDetails,
});

/**
 * Reads a usage report; undefined when it counts nothing, since no prompt is empty. The vendor's prompt includes what the cache served, ours
 * counts it apart.
 */
export function usageOf(report: unknown): Usage | undefined {
  const wire = WireUsage.safeParse(report).data;
  const prompt = wire?.input_tokens ?? wire?.prompt_tokens;
  if (wire === undefined || prompt === undefined || prompt === null || prompt === 0) return undefined;
  const details = wire.input_tokens_details ?? wire.prompt_tokens_details;
  const cacheReadTokens = Math.min(details?.cached_tokens ?? 0, prompt);
  const written = Math.min(details?.cache_write_tokens ?? 0, prompt - cacheReadTokens);
  const cacheWriteHourTokens = Math.min(details?.cache_write_tokens_details?.ttl_12h_tokens ?? 0, written);
  const outputTokens = wire.output_tokens ?? wire.completion_tokens ?? 0;
  const thinking = (wire.output_tokens_details ?? wire.completion_tokens_details)?.reasoning_tokens ?? 0;
  return {
    inputTokens: prompt - cacheReadTokens - written,
    cacheReadTokens,
    cacheWriteTokens: written - cacheWriteHourTokens,
    cacheWriteHourTokens,
    outputTokens,
    thinkingTokens: Math.min(outputTokens, thinking),
  };
}

/**
 * What a call used when its vendor did not say: both dialects report usage with the end alone, and some servers never do. The prompt
 * counts at its worst case, since too little would be money spent past a budget.
 */
export function estimatedUsage(request: ModelRequest, streamedChars: number): Usage {
  return {
    inputTokens: worstCasePromptTokens(request),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    cacheWriteHourTokens: 0,
    outputTokens: Math.ceil(streamedChars / MODEL_LIMITS.charsPerTokenFallback),
    thinkingTokens: 0,
  };
}
