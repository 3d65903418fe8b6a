import { expect, test } from "vitest";
import { taskScheduleOf, wordsOfTaskSchedule } from "./task-schedule-form.ts";

test("every schedule comes back from its form as it went in", () => {
  const schedules = [
    null,
    { every: "45m" },
    { every: "1d", maxRuns: 3, runNow: true },
    { cron: "*/5 * * * *", timeZone: "Europe/Berlin", maxRuns: 1 },
    { runAt: "2031-03-01T09:30:00.000Z" },
  ];
  for (const schedule of schedules) expect(taskScheduleOf(wordsOfTaskSchedule(schedule, "UTC"))).toEqual(schedule);
});

test("a form that lacks something names no schedule yet", () => {
  const words = wordsOfTaskSchedule(null, "UTC");
  expect(taskScheduleOf({ ...words, kind: "every", every: " " })).toBeUndefined();
  expect(taskScheduleOf({ ...words, kind: "cron", timeZone: "" })).toBeUndefined();
  expect(taskScheduleOf({ ...words, kind: "once" })).toBeUndefined();
});
