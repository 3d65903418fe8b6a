/** The edge: sizes, pages, retention. Source: decisions, "Retention". */
export const API_LIMITS = {
  bodyBytes: 1_048_576,
  /** Levels of nesting in a body. */
  bodyDepth: 64,
  listPageSize: 50,
  listPageMax: 200,
  nameChars: 200,
  textChars: 100_000,
  urlChars: 2_000,
  /** Of a model provider; the longest known are a third of it. */
  providerKeyChars: 500,
  /** Shorter keys show nothing of themselves. */
  providerKeyShownFromChars: 16,
  providerKeyShownChars: 4,
  providersPerOrganization: 20,
  idempotencyKeyChars: 255,
  idempotencyTtlMs: 86_400_000,
  outboxRetentionMs: 604_800_000,
  deltaRetentionMs: 3_600_000,
  relayBatch: 500,
  relayIdleMs: 50,
  principalCacheMs: 1_000,
  /** Keys whose owner is remembered at once. */
  principalCacheKeys: 10_000,
  setupTokenBytes: 32,
  apiKeyBytes: 32,
  apiKeyShownChars: 12,
  /** A key's last use is noted at most this often. */
  apiKeyUseNotedMs: 60_000,
  passwordMinChars: 10,
  passwordMaxChars: 200,
  eventStreamPingMs: 15_000,
  /** A client whose socket buffers more is too slow: it is cut off and comes back with its last id. */
  eventStreamBufferBytes: 4_194_304,
  beatDaysMax: 90,
  beatDaysDefault: 7,
  schedulePreviewMax: 20,
  schedulePreviewDefault: 3,
  /** Requests under way get this long to end when the server stops. */
  stopGraceMs: 2_000,
} as const;
