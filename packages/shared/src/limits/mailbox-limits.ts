/** Mail, attention and triage. Source: agent-platform document, `limits`. */
export const MAILBOX_LIMITS = {
  itemMaxRetries: 2,
  staleInformationTtlMs: 14_400_000,
  /** A waiting item gains one priority step each time this passes, so that nothing starves. */
  ageingStepMs: 600_000,
  triagePromptItems: 50,
  triageContextMessages: 20,
} as const;
