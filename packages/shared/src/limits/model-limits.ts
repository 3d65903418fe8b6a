/** Model calls: retries, breaker, budget arithmetic. Source: agent-platform document 6.3, 9 and F. */
export const MODEL_LIMITS = {
  networkRetries: 3,
  networkRetryBaseMs: 2_000,
  heartbeatRetries: 3,
  heartbeatRetryBaseMs: 3_000,
  /** A longer retry-after parks the run instead of holding its slot. */
  retryAfterCapMs: 60_000,
  streamIdleMs: 120_000,
  defaultMaxOutputTokens: 4_096,
  unknownWindowTokens: 64_000,
  unknownMaxOutputTokens: 16_384,
  outputShareOfWindow: 0.4,
  safetyShareOfWindow: 0.15,
  safetyMaxTokens: 30_000,
  charsPerTokenFallback: 3.5,
  circuitFailures: 2,
  circuitResetMs: 300_000,
  circuitRateLimitResetMs: 30_000,
  circuitProviderResetMs: 1_800_000,
  maxConcurrentPerProvider: 5,
  concurrencyJitterBaseMs: 500,
  spendLimitUsdDefault: 5,
} as const;
