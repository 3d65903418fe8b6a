/** One machine: the embedded database, the supervisor and its children. */
export const SUPERVISOR_LIMITS = {
  postgresReadyMs: 120_000,
  postgresStopMs: 15_000,
  postgresPollMs: 50,
  postgresStartAttempts: 5,
  postgresRetryMs: 300,
  postgresLogTailLines: 20,
  postgresMaxConnections: 100,
  passwordBytes: 24,
  minFreeDiskBytes: 536_870_912,
} as const;
