/** Subagents. Source: agent-platform document, `limits` and 7.5. */
export const SUBAGENT_LIMITS = {
  maxParallel: 10,
  taskPreviewChars: 500,
  thinkingPreviewChars: 1_000,
  resultPreviewChars: 500,
  logEntryChars: 10_000,
  errorPreviewChars: 500,
  maxModelRetries: 2,
  retryBaseMs: 2_000,
} as const;
