import { TASK_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { GivenLocalInstant } from "../given-instant.ts";

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const DURATION = /^(\d{1,9})(ms|s|m|h|d|w)$/;

/** Milliseconds of a text such as `90s`, `4h` or `2d`; undefined when it is none. */
export function durationMs(text: string): number | undefined {
  const match = DURATION.exec(text.trim());
  const unit = match?.[2];
  if (match === null || unit === undefined) return undefined;
  return Number(match[1]) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

const options = {
  /** No further run once the task has run this often on its schedule. */
  maxRuns: z.int().positive().optional(),
  /** Start with the approval; otherwise the approved task waits for its time. */
  runNow: z.boolean().optional(),
};

/** When a task runs again: every so often, by cron in a time zone, or once. Source: agent-platform 2.4. */
export const TaskSchedule = z.union([
  z.strictObject({
    every: z
      .string()
      .refine(isPeriod, { message: "must be a number with a unit (s, m, h, d, w) from 1m to 366d, such as 4h" }),
    ...options,
  }),
  z.strictObject({
    cron: z.string().min(1).max(100),
    timeZone: z.string().refine(isTimeZone, { message: "must be an IANA time zone such as Europe/Berlin" }),
    ...options,
  }),
  z.strictObject({ runAt: GivenLocalInstant, ...options }),
]);
export type TaskSchedule = z.infer<typeof TaskSchedule>;

/** The next instant of a cron expression after a moment; undefined when the expression means nothing. */
export type NextCronInstant = (cron: string, timeZone: string, after: Date) => Date | undefined;

export type ScheduleMoment = {
  /** The instant of the last run, or of the approval when there was none. */
  readonly last: Date;
  readonly runs: number;
  readonly now: Date;
};

/**
 * When a scheduled task runs next; undefined when it never does again. Missed instants become one catch-up run, and a
 * cron that cannot be read is looked at again after an hour, so that it never spins.
 */
export function nextRunAt(schedule: TaskSchedule, moment: ScheduleMoment, nextCron: NextCronInstant): Date | undefined {
  if (schedule.maxRuns !== undefined && moment.runs >= schedule.maxRuns) return undefined;
  if ("runAt" in schedule) return moment.runs > 0 ? undefined : new Date(schedule.runAt);
  if ("every" in schedule) return nextEvery(durationMs(schedule.every) ?? TASK_LIMITS.scheduleEveryMinMs, moment);
  return (
    nextCron(schedule.cron, schedule.timeZone, latest(moment.last, moment.now)) ??
    new Date(moment.now.getTime() + TASK_LIMITS.badCronRetryMs)
  );
}

function nextEvery(everyMs: number, { last, now }: ScheduleMoment): Date {
  const missed = Math.floor((now.getTime() - last.getTime()) / everyMs);
  return new Date(last.getTime() + Math.max(1, missed) * everyMs);
}

function isPeriod(text: string): boolean {
  const ms = durationMs(text) ?? 0;
  return ms >= TASK_LIMITS.scheduleEveryMinMs && ms <= TASK_LIMITS.scheduleEveryMaxMs;
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
