import type { Budget } from "../budget/budget.ts";
import { staticBreak } from "../cache/cache-break.ts";
import type { CacheBreak } from "../cache/cache-receipt.ts";
import type { PromptTier } from "../sections/define-section.ts";
import { type ReceiptChange, receiptChanges } from "./receipt-changes.ts";
import type { BundleReceipt, SectionReceipt } from "./receipt.ts";

export type SectionDiff = {
  readonly name: string;
  readonly tier: PromptTier;
  readonly change: "added" | "removed" | "changed";
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Names of its texts, where it has one. */
  readonly hashBefore?: string | undefined;
  readonly hashAfter?: string | undefined;
};

type Amount = { readonly before: number; readonly after: number };

/** What is not the same in two calls. */
export type ReceiptDiff = {
  readonly model: { readonly before: string | undefined; readonly after: string | undefined } | undefined;
  readonly tools: { readonly count: Amount; readonly tokens: Amount } | undefined;
  /** In the order of the later prompt; what is gone from it comes first. */
  readonly sections: readonly SectionDiff[];
  readonly messages: { readonly count: Amount; readonly tokens: Amount };
  readonly budget: readonly ({ readonly part: keyof Budget } & Amount)[];
  /** What was virtualised, cut, compacted, trimmed or repaired in one of them only. */
  readonly changesBegun: readonly ReceiptChange[];
  readonly changesEnded: readonly ReceiptChange[];
  readonly predictedTokens: Amount;
  /** What makes the later call's prefix another one than the earlier call's, as far as receipts tell. */
  readonly brokenBy: CacheBreak | undefined;
};

const BUDGET_PARTS = [
  "windowTokens",
  "outputReserveTokens",
  "safetyTokens",
  "systemTokens",
  "toolsTokens",
  "messageTokens",
  "messageCapChars",
] as const satisfies readonly (keyof Budget)[];

/** The difference between two calls, `before` the earlier one. Of two equal receipts nothing is different. */
export function diffReceipts(before: BundleReceipt, after: BundleReceipt): ReceiptDiff {
  const [old, now] = [receiptChanges(before), receiptChanges(after)];
  return {
    model: before.model === after.model ? undefined : { before: before.model, after: after.model },
    tools:
      before.tools.hash === after.tools.hash
        ? undefined
        : {
            count: { before: before.tools.count, after: after.tools.count },
            tokens: { before: before.tools.tokens, after: after.tools.tokens },
          },
    sections: sectionDiffs(before.sections, after.sections),
    messages: {
      count: { before: before.messages.count, after: after.messages.count },
      tokens: { before: before.messages.tokens, after: after.messages.tokens },
    },
    budget: BUDGET_PARTS.flatMap((part) =>
      before.budget[part] === after.budget[part]
        ? []
        : [{ part, before: before.budget[part], after: after.budget[part] }],
    ),
    changesBegun: without(now, old),
    changesEnded: without(old, now),
    predictedTokens: { before: before.cache.predictedTokens, after: after.cache.predictedTokens },
    brokenBy: staticBreak(before, after) ?? compactionBreak(before, after),
  };
}

function sectionDiffs(before: readonly SectionReceipt[], after: readonly SectionReceipt[]): readonly SectionDiff[] {
  const old = new Map(before.map((section) => [section.name, section]));
  const now = new Set(after.map(({ name }) => name));
  const removed = before
    .filter(({ name }) => !now.has(name))
    .map(({ name, tier, tokens, hash }): SectionDiff => {
      return { name, tier, change: "removed", tokensBefore: tokens, tokensAfter: 0, hashBefore: hash };
    });
  const others = after.flatMap(({ name, tier, tokens, hash }): readonly SectionDiff[] => {
    const was = old.get(name);
    const now = { name, tier, tokensAfter: tokens, hashAfter: hash };
    if (was === undefined) return [{ ...now, change: "added", tokensBefore: 0 }];
    if (was.hash === hash) return [];
    return [{ ...now, change: "changed", tokensBefore: was.tokens, hashBefore: was.hash }];
  });
  return [...removed, ...others];
}

function without(changes: readonly ReceiptChange[], others: readonly ReceiptChange[]): readonly ReceiptChange[] {
  const known = new Set(others.map(keyOf));
  return changes.filter((change) => !known.has(keyOf(change)));
}

function keyOf({ kind, subject, why }: ReceiptChange): string {
  return [kind, subject, why].join("\n");
}

function compactionBreak(before: BundleReceipt, after: BundleReceipt): CacheBreak | undefined {
  if (before.compacted?.entryId === after.compacted?.entryId) return undefined;
  return { part: "history", why: "a compaction stands for its beginning", at: after.at };
}
