import type { Usage } from "@cadre/domain";
import { z } from "zod";

const count = z.number().nonnegative().nullish();

/** Every field is optional: compatible servers leave out what they do not count. */
export const WireUsage = z.object({
  input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: z.object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }).nullish(),
  output_tokens: count,
  output_tokens_details: z.object({ thinking_tokens: count }).nullish(),
});
export type WireUsage = z.infer<typeof WireUsage>;

/** The usage after one more report. Reports are cumulative; a field that is absent keeps its value. */
export function withReport(usage: Usage, report: WireUsage): Usage {
  const outputTokens = report.output_tokens ?? usage.outputTokens;
  return {
    inputTokens: report.input_tokens ?? usage.inputTokens,
    cacheReadTokens: report.cache_read_input_tokens ?? usage.cacheReadTokens,
    ...writes(usage, report),
    outputTokens,
    thinkingTokens: Math.min(outputTokens, report.output_tokens_details?.thinking_tokens ?? usage.thinkingTokens),
  };
}

/** Writes split by lifetime. A later total without a split keeps the hour part known before. */
function writes(usage: Usage, report: WireUsage): Pick<Usage, "cacheWriteTokens" | "cacheWriteHourTokens"> {
  const total = report.cache_creation_input_tokens;
  const hour = report.cache_creation?.ephemeral_1h_input_tokens ?? usage.cacheWriteHourTokens;
  if (total === undefined || total === null) {
    const short = report.cache_creation?.ephemeral_5m_input_tokens ?? usage.cacheWriteTokens;
    return { cacheWriteTokens: short, cacheWriteHourTokens: hour };
  }
  const hourPart = Math.min(hour, total);
  return { cacheWriteTokens: total - hourPart, cacheWriteHourTokens: hourPart };
}
