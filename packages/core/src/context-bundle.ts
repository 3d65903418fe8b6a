import type { Message, SystemBlock, ToolSpec } from "@cadre/domain";
import type { Budget, ModelLimits } from "./budget/budget.ts";
import type { TokenCounter } from "./budget/estimate-tokens.ts";
import type { HistoryMemory } from "./preparation/history-memory.ts";
import type { TooLarge } from "./preparation/prepare-history.ts";
import type { BundleReceipt } from "./receipts/receipt.ts";
import type { StoredTokens } from "./tokens/entry-tokens.ts";

export type BundleOptions = {
  /** The wire tools in the order frozen for this epoch; they are sent as they stand. */
  readonly tools: readonly ToolSpec[];
  readonly model: ModelLimits;
  /** `tail` (default): tier 3 after the last message, because only then does the history hit the cache (M41). */
  readonly dynamicPlacement?: "tail" | "system" | undefined;
  /** Unset: the estimate. */
  readonly countTokens?: TokenCounter | undefined;
  /** Counts of entries made with the same counter when they were appended. What has one is not counted again. */
  readonly storedTokens?: StoredTokens | undefined;
  /** Of the session, when more calls will be built in this process: what did not change is not read again. The bundle is the same. */
  readonly memory?: HistoryMemory | undefined;
  /** Stage 2's cap, when it was fixed before; unset: from tiers 1 and 2, the tools and the model. */
  readonly messageCapChars?: number | undefined;
  /** More messages than this are due for compaction. Default 60; `off`: only the budget decides. */
  readonly maxMessages?: number | "off" | undefined;
  /** The model it is meant for, as provider/model: caches of two models know nothing of each other. */
  readonly modelName?: string | undefined;
  /** The receipt of the session's call before this one; without it nothing is predicted of the cache. */
  readonly previous?: BundleReceipt | undefined;
};

/** Hashes of what the provider caches, from the front of the prefix to its end. */
export type BundleHashes = {
  readonly tools: string;
  readonly tier1: string;
  readonly tier2: string;
  readonly tier3: string;
};

/** A text that went into a call, by the name that the receipt gives it. */
export type PromptText = { readonly hash: string; readonly text: string };

/** One call, ready to send: `system` to `tail` go into a `ModelRequest` as they are. */
export type ContextBundle = {
  readonly kind: "bundle";
  readonly system: readonly SystemBlock[];
  readonly tools: readonly ToolSpec[];
  readonly toolsCached: boolean;
  readonly messages: readonly Message[];
  readonly cachedMessages: readonly number[];
  readonly tail: string;
  readonly receipt: BundleReceipt;
  /** The tools as canonical text, then each section: what the receipt names, to be stored once. */
  readonly texts: readonly PromptText[];
  readonly hashes: BundleHashes;
};

/** The call cannot be made: even the smallest history does not fit. `message` says what is too large and what to do. */
export type OverBudget = {
  readonly kind: "over-budget";
  readonly budget: Budget;
  readonly neededTokens: number;
  readonly tooLarge: readonly TooLarge[];
  readonly message: string;
};

export type BundleResult = ContextBundle | OverBudget;
