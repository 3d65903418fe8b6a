import { COMPACTION_LIMITS, MODEL_LIMITS } from "@cadre/shared";
import { estimateByScript, type TokenCounter } from "../budget/estimate-tokens.ts";
import { remembering } from "./remembering.ts";

/** What was counted of one request, before calibration, and what the provider said it was. Newest last. */
export type UsageReport = { readonly countedTokens: number; readonly reportedTokens: number };

/** What a count of `base` is multiplied by for a model; undefined until three replies said what they were. */
export function calibrationOf(reports: readonly UsageReport[]): number | undefined {
  const usable = reports.filter(({ countedTokens, reportedTokens }) => countedTokens > 0 && reportedTokens > 0);
  if (usable.length < COMPACTION_LIMITS.calibrationMinReports) return undefined;
  const newest = usable.slice(-COMPACTION_LIMITS.calibrationReports);
  const counted = newest.reduce((tokens, report) => tokens + report.countedTokens, 0);
  const reported = newest.reduce((tokens, report) => tokens + report.reportedTokens, 0);
  return Math.min(COMPACTION_LIMITS.calibrationMax, Math.max(COMPACTION_LIMITS.calibrationMin, reported / counted));
}

/**
 * A counter for a model whose vocabulary is not published: `base` — another vocabulary's exact count, or the estimate by script —
 * times what its replies reported. Before three reports it is the larger of `base` and ⌈chars / 3.5⌉. Its counts are whole and never 0
 * for a text with characters.
 */
export function calibratedCounter(
  reports: readonly UsageReport[],
  base: TokenCounter = estimateByScript,
): TokenCounter {
  const ratio = calibrationOf(reports);
  return remembering((text) => {
    if (text === "") return 0;
    if (ratio === undefined) return Math.max(base(text), Math.ceil(text.length / MODEL_LIMITS.charsPerTokenFallback));
    return Math.max(1, Math.ceil(base(text) * ratio));
  });
}
