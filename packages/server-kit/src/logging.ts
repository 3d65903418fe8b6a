import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/** Paths whose values never reach a log (I17). */
const SECRET_PATHS = [
  "apiKey",
  "*.apiKey",
  "password",
  "*.password",
  "token",
  "*.token",
  "authorization",
  "*.authorization",
  "req.headers.authorization",
  "req.headers.cookie",
  "headers.authorization",
  "headers.cookie",
];

/** JSON lines on standard output, one logger per process. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: "[hidden]" },
  });
}
