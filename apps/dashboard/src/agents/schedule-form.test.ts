import { expect, test } from "vitest";
import { scheduleOfWords, wordsOfSchedule } from "./schedule-form.ts";

test("every schedule comes back from its form as it went in", () => {
  const schedules = [
    { every: "45m" },
    { cron: "0 9 * * 1-5" },
    { cron: "*/5 * * * *", timeZone: "Europe/Berlin" },
    { off: true as const },
  ];
  for (const schedule of schedules) expect(scheduleOfWords(wordsOfSchedule(schedule))).toEqual(schedule);
});
