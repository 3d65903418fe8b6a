/** Mail, attention and triage. Source: agent-platform document, `limits`. */
export const MAILBOX_LIMITS = {
  itemMaxRetries: 2,
  queuedTtlMs: 259_200_000,
  coalesceWindowMs: 200,
  processingTimeoutMs: 600_000,
  staleInformationTtlMs: 14_400_000,
  /** A waiting item gains one priority step each time this passes, so that nothing starves. */
  ageingStepMs: 600_000,
  completionMarker: "<<HANDLE_COMPLETE>>",
  agentReplyDepth: 20,
  triageBacklog: 2,
  triagePromptItems: 50,
  triageItemContentChars: 3_000,
  triageContextMessages: 20,
  triageContextMessageChars: 2_000,
  triageMaxOutputTokens: 8_192,
  triageTemperature: 0.1,
  triageToolSteps: 6,
  watchdogIntervalMs: 30_000,
  watchdogDriftMs: 60_000,
} as const;
