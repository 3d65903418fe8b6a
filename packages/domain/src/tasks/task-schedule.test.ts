import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { durationMs, nextRunAt, TaskSchedule } from "./task-schedule.ts";

const HOUR_MS = 3_600_000;
const at = (text: string): Date => new Date(`2026-11-29T${text}:00Z`);
const never = (): undefined => undefined;

fact("M78", "every 4h runs at last + 4 h; a cron nobody can read is looked at again after an hour", () => {
  const every = TaskSchedule.parse({ every: "4h" });
  expect(nextRunAt(every, { last: at("08:00"), runs: 1, now: at("08:20") }, never)).toEqual(at("12:00"));
  const cron = TaskSchedule.parse({ cron: "not a cron", timeZone: "UTC" });
  expect(nextRunAt(cron, { last: at("08:00"), runs: 1, now: at("08:20") }, never)).toEqual(at("09:20"));
});

test("missed instants become one catch-up, not a burst", () => {
  const every = TaskSchedule.parse({ every: "1h" });
  const first = nextRunAt(every, { last: at("08:00"), runs: 1, now: at("11:30") }, never);
  expect(first).toEqual(at("11:00"));
  expect(nextRunAt(every, { last: at("11:00"), runs: 2, now: at("11:35") }, never)).toEqual(at("12:00"));
});

fact("M79", "no further run once maxRuns is reached; a one-shot runs once", () => {
  const twice = TaskSchedule.parse({ every: "1h", maxRuns: 2 });
  expect(nextRunAt(twice, { last: at("08:00"), runs: 1, now: at("08:30") }, never)).toEqual(at("09:00"));
  expect(nextRunAt(twice, { last: at("09:00"), runs: 2, now: at("09:30") }, never)).toBeUndefined();
  const once = TaskSchedule.parse({ runAt: "2026-11-29T15:00:00+02:00" });
  expect(nextRunAt(once, { last: at("08:00"), runs: 0, now: at("08:00") }, never)).toEqual(at("13:00"));
  expect(nextRunAt(once, { last: at("13:00"), runs: 1, now: at("13:30") }, never)).toBeUndefined();
});

test("a cron is asked for the instant after now, even when the last one is long past", () => {
  const asked: Date[] = [];
  const cron = TaskSchedule.parse({ cron: "0 * * * *", timeZone: "Europe/Berlin" });
  nextRunAt(cron, { last: at("01:00"), runs: 1, now: at("08:20") }, (_cron, _zone, after) => {
    asked.push(after);
    return new Date(after.getTime() + HOUR_MS);
  });
  expect(asked).toEqual([at("08:20")]);
});

test("durations and schedules that mean nothing are refused with a reason", () => {
  expect([durationMs("90s"), durationMs("2d"), durationMs("4 h"), durationMs("h")]).toEqual([
    90_000,
    172_800_000,
    undefined,
    undefined,
  ]);
  expect(TaskSchedule.safeParse({ every: "5s" }).success).toBe(false);
  expect(TaskSchedule.safeParse({ cron: "0 * * * *", timeZone: "Mars/Olympus" }).success).toBe(false);
  expect(TaskSchedule.safeParse({ every: "4h", cron: "0 * * * *", timeZone: "UTC" }).success).toBe(false);
});
