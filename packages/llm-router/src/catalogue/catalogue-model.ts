/** US dollars per million tokens, as a vendor's page writes them. */
export type UsdPerMillion = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Writing with the short lifetime (Anthropic 5 minutes, OpenAI 30 minutes). */
  readonly cacheWrite: number;
  /** Writing with the long lifetime (Anthropic 1 hour, OpenAI 12 hours). */
  readonly cacheWriteHour: number;
};

/** A price that holds for prompts longer than `abovePromptTokens`; it applies to the whole request. */
export type PriceTier = { readonly abovePromptTokens: number; readonly usd: UsdPerMillion };

/** Prices from a moment on, until the next row of the model. The first tier starts above 0, the others ascend. */
export type PriceRow = {
  /** A day (`2026-10-07`), meaning its midnight in UTC. */
  readonly effectiveFrom: string;
  readonly tiers: readonly PriceTier[];
  /** Where the numbers were read. */
  readonly source: string;
};

/** What a model refuses. A request is trimmed to it, so that a caller need not know the model. */
export type Capabilities = {
  /** False: any temperature but the default is an error. */
  readonly acceptsTemperature: boolean;
  /** False: the model decides itself whether to call a tool. */
  readonly acceptsForcedTools: boolean;
  /** True: words between tool calls come back as reasoning, empty unless a summary of it is asked for. */
  readonly hidesProgress: boolean;
  /** Whether the model thinks, may think, or cannot be kept from thinking. */
  readonly thinking: "never" | "optional" | "always";
  /** True: a request marks where prefixes to cache end. Elsewhere the mark is an error, or there is none. */
  readonly acceptsCacheBreakpoints: boolean;
};

export type CatalogueModel = {
  readonly provider: string;
  /** The exact id. There is no prefix matching anywhere. */
  readonly id: string;
  readonly contextWindowTokens: number;
  /** Set where the prompt may not fill the whole window. */
  readonly maxInputTokens?: number;
  /** Undefined where the vendor does not say. */
  readonly maxOutputTokens: number | undefined;
  /** Shorter prefixes are not cached. Null where the vendor does not say. */
  readonly minCacheableTokens: number | null;
  readonly capabilities: Capabilities;
  /** Ascending by `effectiveFrom`. */
  readonly prices: readonly PriceRow[];
};
