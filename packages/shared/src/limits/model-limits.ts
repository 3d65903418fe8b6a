/** Model calls: retries, breaker, budget arithmetic. Source: agent-platform document 6.3, 9 and F. */
export const MODEL_LIMITS = {
  /** Attempts in all, the first one included. */
  networkAttempts: 3,
  networkRetryBaseMs: 2_000,
  /** Retries of a rate limit, an overload or a server error when the provider's own wait is short. */
  providerRetries: 2,
  heartbeatRetries: 3,
  heartbeatRetryBaseMs: 3_000,
  /** A longer retry-after parks the run instead of holding its slot. */
  retryAfterCapMs: 60_000,
  /** No provider means more than this; a larger number is cut. */
  retryAfterMaxMs: 2_592_000_000,
  streamIdleMs: 120_000,
  /** How long a finished stream may take to close before its connection is dropped. */
  streamCloseGraceMs: 1_000,
  failureMessageChars: 1_000,
  defaultMaxOutputTokens: 4_096,
  unknownWindowTokens: 64_000,
  unknownMaxOutputTokens: 16_384,
  outputShareOfWindow: 0.4,
  safetyShareOfWindow: 0.15,
  safetyMaxTokens: 30_000,
  charsPerTokenFallback: 3.5,
  /** For worst cases only: no tokenizer known to us makes more tokens of prose or JSON. */
  worstCaseBytesPerToken: 2.5,
  worstCaseImageTokens: 5_000,
  circuitFailures: 2,
  circuitResetMs: 300_000,
  circuitRateLimitResetMs: 30_000,
  circuitProviderResetMs: 1_800_000,
  maxConcurrentPerProvider: 5,
  spendLimitUsdDefault: 5,
  /** The tiny call that tests a provider. Thinking models think before they answer, and the vendors want at least 16. */
  providerTestOutputTokens: 256,
  /** More than any tokenizer makes of its prompt and what vendors wrap around it. */
  providerTestPromptTokens: 100,
  providerTestTimeoutMs: 30_000,
  /** When only calls under way stand between a call and its budget, it is tried again after this. */
  reservationRetryMs: 15_000,
  /** A call is complex, or moderate, when it passes any one of its three bounds. Source: 9.2. */
  complexAboveTools: 5,
  complexAboveChars: 8_000,
  complexAboveMessages: 15,
  moderateAboveTools: 0,
  moderateAboveChars: 2_000,
  moderateAboveMessages: 5,
} as const;
