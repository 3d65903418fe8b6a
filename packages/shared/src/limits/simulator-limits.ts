/** The provider simulator and the simulated worker. Source: the published rules of the Anthropic Messages API, late 2026. */
export const SIMULATOR_LIMITS = {
  /** An estimate: 3.6 bytes a token came within 2 % of three public tokenisers on mixed prose and code. */
  bytesPerToken: 3.6,
  /** Claude from 4.7 on splits the same text into about 30 % more tokens. */
  newTokeniserFactor: 1.3,
  maxBreakpoints: 4,
  lookbackBlocks: 20,
  cacheShortMs: 300_000,
  cacheLongMs: 3_600_000,
  /** OpenAI caches by itself from here on; lifetimes of late 2026. */
  openAiMinCacheTokens: 1_024,
  /** Explicit breakpoints that OpenAI looks at for a prefix; it writes `maxBreakpoints` of them. */
  openAiBreakpointsRead: 80,
  openAiCacheShortMs: 1_800_000,
  openAiCacheLongMs: 43_200_000,
  bodyMaxBytes: 33_554_432,
  toolNameMaxChars: 128,
  thinkingBudgetMinTokens: 1_024,
  streamChunkChars: 24,
  requestsRemembered: 200,
  modelsPageSize: 20,
  requestsPerMinuteShown: 50,
  tokensPerMinuteShown: 400_000,
  labelChars: 120,
  quoteChars: 600,
  summarySentences: 6,
  summaryChars: 1_200,
} as const;
