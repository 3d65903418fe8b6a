/** One machine: the embedded database, the supervisor and its children. */
export const SUPERVISOR_LIMITS = {
  defaultPort: 4_600,
  minFreeDiskBytes: 209_715_200,
  postgresReadyMs: 120_000,
  postgresStopMs: 15_000,
  postgresPollMs: 50,
  postgresStartAttempts: 5,
  postgresRetryMs: 300,
  postgresLogTailLines: 20,
  postgresMaxConnections: 100,
  passwordBytes: 24,
  /** Pause before a dead child is started again; doubles with each quick death. */
  restartBaseMs: 250,
  restartMaxMs: 10_000,
  /** A child that lived this long begins with a short pause again. */
  healthyAfterMs: 30_000,
  /** This many quick deaths in a row mean that starting it again will not help. */
  quickDeathsBeforeAlarm: 5,
  childStopMs: 10_000,
  childLogTailLines: 20,
  slowStepMs: 2_000,
  /** A pace at which a person can follow the simulated worker. */
  simulatedPaceMs: 30,
} as const;
