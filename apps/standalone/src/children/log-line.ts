import { z } from "zod";

const LogRecord = z.object({ level: z.number(), msg: z.string(), err: z.object({ stack: z.string() }).optional() });

const WARN = 40;
const ERROR = 50;

export type LogStyle = "human" | "machine";

/** One line of a child's output as the supervisor prints it: with the child's name, and readable on a terminal. */
export function logLine(name: string, line: string, style: LogStyle): string {
  const record = style === "human" ? parseRecord(line) : undefined;
  if (record === undefined) return `[${name}] ${line}`;
  const mark = record.level >= ERROR ? "ERROR " : record.level >= WARN ? "warning: " : "";
  const stack = record.err === undefined ? "" : `\n${record.err.stack}`;
  return `[${name}] ${mark}${record.msg}${stack}`;
}

/** A line that is not a record, or only looks like one, has none. */
function parseRecord(line: string): z.infer<typeof LogRecord> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return LogRecord.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
