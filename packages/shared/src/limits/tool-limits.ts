/** Tools: time, output and approval limits. Source: agent-platform document, `limits` and 8.3. */
export const TOOL_LIMITS = {
  retryMax: 2,
  retryBaseMs: 500,
  consecutiveFailures: 3,
  fileReadLines: 500,
  fileReadChars: 40_000,
  fileWriteChars: 1_000_000,
  searchMaxResults: 200,
  listMaxEntries: 1_000,
  /** Longer results stand in the prompt as a placeholder; the full text stays readable. */
  virtualiseChars: 20_000,
  /** Longer results go to the blob store, with a preview in the log. */
  blobChars: 50_000,
  blobPreviewChars: 2_000,
  blobFailedKeepChars: 8_000,
  shellTimeoutDefaultMs: 60_000,
  shellTimeoutMaxMs: 300_000,
  shellMaxSessionsPerAgent: 3,
  shellSessionIdleMs: 600_000,
  shellMaxOutputBytes: 2_097_152,
  killGraceMs: 2_000,
  approvalWaitMs: 86_400_000,
  checkTimeoutMs: 60_000,
  checkOutputChars: 4_000,
  snapshotMaxFiles: 1_000,
  snapshotMaxBytes: 268_435_456,
} as const;
