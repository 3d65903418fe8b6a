import { expect, test } from "vitest";
import { previewSchedule } from "./preview-schedule.ts";

const deps = { now: () => new Date("2026-11-27T08:00:00Z") };

test("a cron runs at its times in its zone, weekends and the clock's change included", () => {
  const { instants } = previewSchedule(deps, {
    schedule: { cron: "0 9 * * 1-5", timeZone: "Europe/London" },
    count: 3,
  });
  expect(instants).toEqual(["2026-11-27T09:00:00.000Z", "2026-11-30T09:00:00.000Z", "2026-12-01T09:00:00.000Z"]);
});

test("a schedule that ends shows no more than it runs", () => {
  const every = previewSchedule(deps, { schedule: { every: "4h", maxRuns: 2 }, count: 5 });
  expect(every.instants).toEqual(["2026-11-27T12:00:00.000Z", "2026-11-27T16:00:00.000Z"]);
  const once = previewSchedule(deps, { schedule: { runAt: "2027-01-01T00:00:00Z" }, count: 5 });
  expect(once.instants).toEqual(["2027-01-01T00:00:00.000Z"]);
});

test("a cron that means nothing is refused by its field", () => {
  const preview = (): unknown => previewSchedule(deps, { schedule: { cron: "soon", timeZone: "UTC" }, count: 1 });
  expect(preview).toThrow(expect.objectContaining({ code: "schedule.bad-cron", field: "schedule.cron" }));
});

test.each(["* * * * * *", "0 0 30 2 *"])(
  "a cron of another kind or of a day that never comes is refused: %s",
  (cron) => {
    const preview = (): unknown => previewSchedule(deps, { schedule: { cron, timeZone: "UTC" }, count: 1 });
    expect(preview).toThrow(expect.objectContaining({ code: "schedule.bad-cron" }));
  },
);
