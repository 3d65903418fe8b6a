import type { TaskDetail } from "../api/queries/tasks.ts";
import { fieldTimeOf, instantOfField } from "../format/field-time.ts";

type TaskSchedule = NonNullable<TaskDetail["schedule"]>;

/** What a form has of a task's schedule: its kind, the words of each kind, and what only the API sets. */
export type TaskScheduleWords = {
  readonly kind: "none" | "every" | "cron" | "once";
  readonly every: string;
  readonly cron: string;
  readonly timeZone: string;
  /** As its field has it. */
  readonly runAt: string;
  readonly kept: Pick<TaskSchedule, "maxRuns" | "runNow">;
};

export function wordsOfTaskSchedule(schedule: TaskSchedule | null, timeZone: string): TaskScheduleWords {
  const words = { kind: "none" as const, every: "1d", cron: "0 9 * * 1-5", timeZone, runAt: "", kept: {} };
  if (schedule === null) return words;
  const { maxRuns, runNow } = schedule;
  const kept = { ...(maxRuns === undefined ? {} : { maxRuns }), ...(runNow === undefined ? {} : { runNow }) };
  if ("every" in schedule) return { ...words, kind: "every", every: schedule.every, kept };
  if ("cron" in schedule) return { ...words, kind: "cron", cron: schedule.cron, timeZone: schedule.timeZone, kept };
  return { ...words, kind: "once", runAt: fieldTimeOf(schedule.runAt), kept };
}

/** The schedule that the words name; null for none, undefined while something is missing. */
export function taskScheduleOf(words: TaskScheduleWords): TaskSchedule | null | undefined {
  const { kind, kept } = words;
  if (kind === "none") return null;
  if (kind === "once") {
    const runAt = instantOfField(words.runAt);
    return runAt === null ? undefined : { runAt, ...kept };
  }
  const [every, cron, timeZone] = [words.every.trim(), words.cron.trim(), words.timeZone.trim()];
  if (kind === "every") return every === "" ? undefined : { every, ...kept };
  return cron === "" || timeZone === "" ? undefined : { cron, timeZone, ...kept };
}
