import type { SessionEntry } from "@cadre/domain";
import type { Budget } from "../budget/budget.ts";
import type { TokenCounter } from "../budget/estimate-tokens.ts";
import { cacheBreak } from "../cache/cache-break.ts";
import type { CacheMarks } from "../cache/cache-marks.ts";
import { predictedTokens, prefixOf, type PrefixParts } from "../cache/cache-receipt.ts";
import type { Prepared } from "../preparation/prepare-history.ts";
import type { RenderedSection, SystemPrompt } from "../sections/build-system-prompt.ts";
import { textHash } from "../text/text-hash.ts";
import type { BundleReceipt, CompactedReceipt, SectionReceipt } from "./receipt.ts";
import { RECEIPT_VERSION } from "./stored-receipt.ts";

/** A part of a call: a name of its bytes, and what it counts. */
export type SizedPart = { readonly hash: string; readonly tokens: number };

export type SizedParts = {
  readonly tools: BundleReceipt["tools"];
  /** The tools as canonical text. */
  readonly toolsText: string;
  readonly tiers: readonly [SizedPart, SizedPart, SizedPart];
};

/** A call as it is about to be sent. */
export type Sent = SizedParts & {
  readonly prompt: SystemPrompt;
  readonly entries: readonly SessionEntry[];
  readonly prepared: Extract<Prepared, { fits: true }>;
  readonly limitTokens: number;
  readonly budget: Budget;
  readonly marks: CacheMarks;
  readonly isTail: boolean;
};

export type ReceiptContext = {
  readonly now: Date;
  readonly model: string | undefined;
  readonly previous: BundleReceipt | undefined;
  readonly count: TokenCounter;
};

/** The receipt of a call, with what the cache should give it after the call before. */
export function makeReceipt(sent: Sent, { now, model, previous, count }: ReceiptContext): BundleReceipt {
  const { tools, prepared, budget, limitTokens } = sent;
  const prefix = prefixOf(partsOf(sent), sent.marks, count);
  const told = {
    ...prepared.report,
    v: RECEIPT_VERSION,
    at: now.toISOString(),
    model,
    tools,
    sections: sent.prompt.sections.map((section) => sectionReceipt(section, count)),
    compacted: compactedOf(sent.entries),
    lastEntryId: sent.entries.at(-1)?.id,
    messages: { count: prepared.messages.length, tokens: prepared.tokens, limitTokens },
    budget,
  };
  const known = previous !== undefined && previous.model === model ? previous : undefined;
  return {
    ...told,
    cache: {
      marks: prefix.marks,
      predictedTokens:
        known === undefined ? 0 : predictedTokens({ at: known.at, marks: known.cache.marks }, prefix, now),
      broken: previous === undefined ? undefined : cacheBreak(previous, told, prefix),
    },
  };
}

function partsOf({ tools, tiers, prepared, isTail }: Sent): PrefixParts {
  const [tier1, tier2, tier3] = tiers;
  const { messages, tokens } = prepared;
  return { tools, tier1, tier2, tier3: isTail ? undefined : tier3, messages, messageTokens: tokens };
}

function sectionReceipt({ name, tier, source, text }: RenderedSection, count: TokenCounter): SectionReceipt {
  return { name, tier, chars: text.length, tokens: count(text), hash: textHash(text), source };
}

function compactedOf(entries: readonly SessionEntry[]): CompactedReceipt | undefined {
  const entry = entries.findLast(({ payload }) => payload.kind === "compaction");
  if (entry?.payload.kind !== "compaction") return undefined;
  return { entryId: entry.id, tokensBefore: entry.payload.tokensBefore };
}
