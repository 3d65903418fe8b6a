/** Beats of agents. Source: decisions, "Eligible for a beat"; agent-platform document 7.7. */
export const HEARTBEAT_LIMITS = {
  /** As a schedule spells it. */
  defaultInterval: "30m",
  minIntervalMs: 1_000,
  maxIntervalMs: 86_400_000,
  minInitialDelayMs: 5_000,
  startupJitterMs: 10_000,
  /** Each slot with this ordinal is evaluated in full even if nothing changed. */
  fullEvaluationEverySlots: 4,
  /** How far back slots of a schedule are looked for after an outage. */
  catchUpWindowMs: 86_400_000,
  /** Missed slots kept as rows of their own; older ones are only counted. */
  missedSlotsKept: 50,
  /** How often the clock looks for due slots, and for due housekeeping. */
  slotPassMs: 1_000,
  jobPassMs: 5_000,
} as const;
