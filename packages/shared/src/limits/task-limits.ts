/** Retries, rounds, clean-up and sizes of tasks. Source: agent-platform document, `limits`. */
export const TASK_LIMITS = {
  titleChars: 200,
  descriptionChars: 100_000,
  commentChars: 20_000,
  noteChars: 20_000,
  checksPerTask: 20,
  dependenciesPerTask: 50,
  childrenPerTask: 100,
  subtasksPerTask: 100,
  /** Error retries in all while the task stays in_progress. */
  maxErrorRetries: 8,
  maxSameErrorRetries: 3,
  maxSameNetworkErrorRetries: 5,
  maxNoSubmitRetries: 8,
  errorFingerprintChars: 200,
  retryDelaysMs: [30_000, 60_000, 120_000, 240_000, 480_000, 600_000],
  retryJitterShare: 0.2,
  preemptRequeueDelayMs: 3_000,
  /** A run that loses its worker this often at one step is poison and waits for a person. */
  maxLossesAtOneStep: 5,
  maxConcurrentTasks: 1,
  timeoutMinMs: 1_000,
  timeoutMaxMs: 1_209_600_000,
  maxPendingTasksPerAgent: 10,
  maxReflectionsPerAgentPerDay: 5,
  listPageSize: 20,
  listPageMax: 100,
  getNotesDefault: 50,
  getDeliverablesDefault: 20,
  getStatusHistoryDefault: 10,
  entityCommentsDefault: 20,
  archiveCompletedAfterDays: 30,
  archiveTerminalAfterDays: 7,
  archiveQuietCommentDays: 7,
  /** As long as a completed task lies before it is archived: whoever wants a file that was never submitted has had two months. */
  workspaceDaysInArchive: 30,
  /** A copy of a snapshot can be made again at any time. */
  reviewCopyDays: 1,
  scheduleStaggerMinMs: 120_000,
  scheduleStaggerMaxMs: 900_000,
  badCronRetryMs: 3_600_000,
  /** A new task whose project or agent somebody holds this long holds up no others: it goes on waiting by itself. */
  createdTogetherPatienceMs: 100,
  /** Rows one pass of a sweep looks at. */
  sweepBatch: 200,
  scheduleEveryMinMs: 60_000,
  scheduleEveryMaxMs: 31_622_400_000,
} as const;
