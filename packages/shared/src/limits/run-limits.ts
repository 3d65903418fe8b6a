/** Claims, leases, segments and steps of runs. Source: decisions, "Job length" and "Lease". */
export const RUN_LIMITS = {
  leaseMs: 10_000,
  leaseRenewMs: 3_000,
  /** A claim waits this long for a writer of the claim before it; beside others it waits only for a moment. */
  claimPatienceMs: 2_000,
  claimBatchPatienceMs: 100,
  /** After this long a queue has let go of a hint that was used up, and takes the next one for a new one. */
  hintForgottenMs: 50,
  /**
   * Runs that one statement claims or ends at most. Less than half of what a busy executor works on: claims are made while ends are
   * written, or all its runs would begin together and wait for each other.
   */
  claimBatch: 20,
  segmentMs: 600_000,
  jobLockMs: 8_000,
  jobStalledSweepMs: 2_500,
  jobMaxStalledCount: 1_000_000,
  reconcileIntervalMs: 2_000,
  shutdownDrainMs: 5_000,
  chatToolSteps: 200,
  chatToolStepsMin: 1,
  chatToolStepsMax: 10_000,
  heartbeatToolSteps: 30,
  submitReminderSteps: 10,
  reflectionCheckpointSteps: 30,
  deltaFlushMs: 50,
  loopHistory: 30,
  loopWarnRepeats: 5,
  loopBreakRepeats: 10,
  loopPingPongWarn: 6,
  loopPingPongBreak: 10,
  loopSameResultWarn: 2,
  loopSameResultBreak: 3,
  maxWorkersPerHostConcurrency: 16,
  /** Of each kind, beside a run. */
  newestCallsShown: 200,
} as const;
