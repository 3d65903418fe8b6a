import { expect, test } from "vitest";
import { beatText, scheduleText } from "./agent-words.ts";

const quiet = { run: 0, skipped: 0, coalesced: 0, missed: 0, costMicros: 0 };

test("a day of beats says what ran, what was skipped for nothing, and the money", () => {
  expect(beatText({ ...quiet, skipped: 48 })).toBe("skipped 48, $0");
  expect(beatText({ ...quiet, run: 2, skipped: 46, missed: 1, costMicros: 12_000 })).toBe(
    "2 ran, skipped 46, missed 1, $0.012",
  );
  expect(beatText(quiet)).toBe("no beats");
});

test("every form of schedule has its words", () => {
  expect(scheduleText({ every: "30m" })).toBe("every 30m");
  expect(scheduleText({ cron: "0 9 * * 1-5" })).toBe("at 0 9 * * 1-5");
  expect(scheduleText({ cron: "0 9 * * 1-5", timeZone: "Europe/London" })).toBe("at 0 9 * * 1-5 (Europe/London)");
  expect(scheduleText({ off: true })).toBe("never");
});
