import { expect, test } from "vitest";
import { taskScheduleText } from "./task-schedule-text.ts";

test("a schedule says when it runs, in which zone, and how often at most", () => {
  expect(taskScheduleText({ every: "4h" })).toBe("every 4h");
  expect(taskScheduleText({ every: "1d", maxRuns: 3 })).toBe("every 1d, at most 3 times");
  expect(taskScheduleText({ cron: "0 9 * * 1", timeZone: "Europe/Berlin" })).toBe("at 0 9 * * 1 (Europe/Berlin)");
  const runAt = "2026-05-20T12:00:00.000Z";
  expect(taskScheduleText({ runAt, maxRuns: 1 })).toBe(`once, ${new Date(runAt).toLocaleString()}`);
});
