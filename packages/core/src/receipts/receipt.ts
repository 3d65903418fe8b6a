import type { Budget } from "../budget/budget.ts";
import type { PreparationReport } from "../preparation/prepare-history.ts";
import type { PromptTier } from "../sections/define-section.ts";
import type { CacheReceipt } from "../cache/cache-receipt.ts";

/** What one section put into a prompt, and where it came from. */
export type SectionReceipt = {
  readonly name: string;
  readonly tier: PromptTier;
  readonly chars: number;
  readonly tokens: number;
  readonly hash: string;
  readonly source: string;
};

/** The compaction that stands for the beginning of a history. */
export type CompactedReceipt = { readonly entryId: string; readonly tokensBefore: number };

/**
 * What went into a call and why: a value of JSON, stored beside the call and read back as `previous` of the next.
 * `compactionDue` asks the harness for a compaction before it sends.
 */
export type BundleReceipt = PreparationReport & {
  readonly v: number;
  /** When the call was made up, in ISO 8601. */
  readonly at: string;
  /** The model it is meant for; unset where nobody said. */
  readonly model: string | undefined;
  readonly tools: { readonly count: number; readonly tokens: number; readonly hash: string };
  readonly sections: readonly SectionReceipt[];
  readonly compacted: CompactedReceipt | undefined;
  /** The newest entry of the log that the call was made from. */
  readonly lastEntryId: string | undefined;
  /** What the history counts, and how much it may. */
  readonly messages: { readonly count: number; readonly tokens: number; readonly limitTokens: number };
  readonly budget: Budget;
  readonly cache: CacheReceipt;
};
