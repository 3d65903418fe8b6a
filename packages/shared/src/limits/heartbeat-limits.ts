/** Beats of agents. Source: decisions, "Eligible for a beat"; agent-platform document 7.7. */
export const HEARTBEAT_LIMITS = {
  defaultIntervalMs: 1_800_000,
  minIntervalMs: 1_000,
  maxIntervalMs: 86_400_000,
  minInitialDelayMs: 5_000,
  startupJitterMs: 10_000,
  /** Each slot with this ordinal is evaluated in full even if nothing changed. */
  fullEvaluationEverySlots: 4,
} as const;
