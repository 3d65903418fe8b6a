import type { Agent } from "../api/queries/organization.ts";

type Schedule = Agent["schedule"];

/** What a form has of a schedule: its kind, and the words of each kind. */
export type ScheduleWords = {
  readonly kind: "every" | "cron" | "off";
  readonly every: string;
  readonly cron: string;
  readonly timeZone: string;
};

export function wordsOfSchedule(schedule: Schedule): ScheduleWords {
  const words = { kind: "off" as const, every: "30m", cron: "0 9 * * 1-5", timeZone: "" };
  if ("every" in schedule) return { ...words, kind: "every", every: schedule.every };
  if ("cron" in schedule) {
    return { ...words, kind: "cron", cron: schedule.cron, timeZone: schedule.timeZone ?? "" };
  }
  return words;
}

export function scheduleOfWords({ kind, every, cron, timeZone }: ScheduleWords): Schedule {
  if (kind === "off") return { off: true };
  if (kind === "every") return { every: every.trim() };
  return { cron: cron.trim(), ...(timeZone.trim() === "" ? {} : { timeZone: timeZone.trim() }) };
}
