import { type CacheBreak, describeCacheBreak, RECEIPT_VERSION } from "@cadre/core";
import { MODEL_CALL_COLUMNS, type ModelCallRow, modelCallOf, type ModelCallView } from "../../model-call-row.ts";

/** Why a call read less from the cache than the call before it had left there, with a sentence for people. */
export type BreakView = CacheBreak & { readonly words: string };

/** What a call's receipt says in one line. */
export type ReceiptLine = {
  /** The prompt, as it was counted when it was built. */
  readonly promptTokens: number;
  /** What should have been read from the cache. */
  readonly predictedTokens: number;
  readonly broken: BreakView | null;
  readonly isCompacted: boolean;
  readonly isTrimmed: boolean;
};

/** A call in a list. `context` is null where no receipt of this version was kept. */
export type ModelCallLine = ModelCallView & {
  readonly runId: string;
  readonly sessionId: string | null;
  readonly context: ReceiptLine | null;
};

export type LineRow = ModelCallRow & {
  readonly runId: string;
  readonly sessionId: string | null;
  readonly timeZone: string;
  readonly promptTokens: number | null;
  readonly predictedTokens: number | null;
  readonly broken: string | null;
  readonly isCompacted: boolean | null;
  readonly isTrimmed: boolean | null;
};

/** Calls as lines. Add conditions on `c`. A receipt is parsed once: `offset 0` keeps it from being copied. */
function linesOf(columns: string): string {
  return `select ${columns}, c.run_id, c.session_id, o.time_zone,
    (told.r #>> '{budget,systemTokens}')::int + (told.r #>> '{budget,toolsTokens}')::int + (told.r #>> '{messages,tokens}')::int
      as prompt_tokens,
    (told.r #>> '{cache,predictedTokens}')::int as predicted_tokens, told.r #>> '{cache,broken}' as broken,
    told.r -> 'compacted' is not null as is_compacted, told.r -> 'trimmed' is not null as is_trimmed
  from model_calls c join organizations o on o.id = c.organization_id
  cross join lateral (
    select case when c.receipt::jsonb -> 'v' = '${RECEIPT_VERSION}' then c.receipt::jsonb end as r offset 0
  ) told`;
}

/** Calls without their receipts' texts. */
export const LINES = linesOf(MODEL_CALL_COLUMNS);

/** The same with the texts. */
export const LINES_WITH_RECEIPTS = linesOf(`${MODEL_CALL_COLUMNS}, c.receipt`);

export function lineOf({ timeZone, ...row }: LineRow): ModelCallLine {
  const { promptTokens, predictedTokens, broken, isCompacted, isTrimmed, ...call } = row;
  return { ...modelCallOf(call), context: contextOf() };

  function contextOf(): ReceiptLine | null {
    if (promptTokens === null) return null;
    return {
      promptTokens,
      predictedTokens: predictedTokens ?? 0,
      broken: broken === null ? null : breakOf(JSON.parse(broken) as CacheBreak, timeZone),
      isCompacted: isCompacted === true,
      isTrimmed: isTrimmed === true,
    };
  }
}

/** "cache broken by identity at 12:03", on the organization's clock. */
export function breakOf(broken: CacheBreak, timeZone: string): BreakView {
  return { ...broken, words: describeCacheBreak(broken, timeZone) };
}
