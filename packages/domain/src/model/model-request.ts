import type { Message } from "./message.ts";
import type { ToolSpec } from "./tool-spec.ts";

export type ModelRef = { readonly provider: string; readonly model: string };

/** One tier of the system prompt. Tiers marked `cached` end in a cache breakpoint. */
export type SystemBlock = { readonly tier: 1 | 2 | 3; readonly text: string; readonly cached: boolean };

/** One call as the engine means it; an adapter maps it to its vendor's wire form. */
export type ModelRequest = {
  readonly model: ModelRef;
  readonly system: readonly SystemBlock[];
  readonly tools: readonly ToolSpec[];
  /** True when the last tool carries a cache breakpoint. */
  readonly toolsCached: boolean;
  readonly messages: readonly Message[];
  /** Indexes into `messages` whose last block carries a cache breakpoint. */
  readonly cachedMessages: readonly number[];
  /** Tier 3 at the tail: one text after the last message, never persisted. Empty when it stands in `system`. */
  readonly tail: string;
  /** Unset: the catalogue's maximum, else the provider's default. */
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  /** Groups requests for providers that route by a key. */
  readonly cacheKey?: string | undefined;
};
