import { HEARTBEAT_LIMITS } from "@cadre/shared";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dueSlots, type SlotWindow } from "./beat-slots.ts";
import { BeatSchedule } from "./schedule.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 29, 12);

/** Every minute: stands in for a cron library. */
const eachMinute = (_cron: string, _zone: string, after: Date) =>
  new Date((Math.floor(after.getTime() / MINUTE) + 1) * MINUTE);

function window(minutes: number, agentId = "agt_1"): SlotWindow {
  return { agentId, timeZone: "UTC", after: new Date(START), until: new Date(START + minutes * MINUTE) };
}

test("looking often or seldom finds the same slots of an interval, each once", () => {
  const schedule = { every: "7m" };
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }),
      (id, looks) => {
        const seen: number[] = [];
        let after = START;
        for (const minutes of looks) {
          const until = after + minutes * MINUTE;
          const due = dueSlots(
            schedule,
            { agentId: id, timeZone: "UTC", after: new Date(after), until: new Date(until) },
            eachMinute,
          );
          seen.push(...due.instants.map((instant) => instant.getTime()));
          after = until;
        }
        const whole = dueSlots(
          schedule,
          { agentId: id, timeZone: "UTC", after: new Date(START), until: new Date(after) },
          eachMinute,
        );
        expect(seen.slice(-whole.instants.length)).toEqual(whole.instants.map((instant) => instant.getTime()));
        expect(seen.length).toBe(whole.instants.length + whole.earlier);
      },
    ),
  );
});

test("agents are spread over the interval, always the same way", () => {
  const firsts = Array.from({ length: 200 }, (_, n) => dueSlots({ every: "30m" }, window(30, `agt_${n}`), eachMinute));
  const offsets = firsts.map((due) => (due.instants[0]?.getTime() ?? 0) % (30 * MINUTE));
  expect(new Set(offsets).size).toBeGreaterThan(190);
  expect(dueSlots({ every: "30m" }, window(30, "agt_7"), eachMinute)).toEqual(firsts[7]);
});

test("a cron's instant stays, only its service is a few seconds later for each agent", () => {
  const due = dueSlots({ cron: "* * * * *" }, window(3), eachMinute);
  expect(due.instants.map((instant) => instant.getTime() % MINUTE)).toEqual(due.instants.map(() => 0));
  expect(due.instants.length).toBeGreaterThanOrEqual(2);
});

test("of a long outage the newest slots are kept and the rest is counted", () => {
  const due = dueSlots({ cron: "* * * * *" }, window(300), eachMinute);
  expect(due.instants.length).toBe(HEARTBEAT_LIMITS.missedSlotsKept);
  expect(due.earlier).toBeGreaterThan(200);
  const interval = dueSlots({ every: "1m" }, window(300), eachMinute);
  expect([interval.instants.length, interval.earlier]).toEqual([50, 250]);
});

test("a schedule that is off, or a cron that means nothing, has no slots", () => {
  expect(dueSlots({ off: true }, window(60), eachMinute).instants).toEqual([]);
  expect(dueSlots({ cron: "what" }, window(60), () => undefined).instants).toEqual([]);
});

test("an interval needs a unit and stays between a second and a day; time zones must exist", () => {
  const accepted = (schedule: unknown) => BeatSchedule.safeParse(schedule).success;
  expect(["30m", "1s", "24h", "6h"].map((every) => accepted({ every }))).toEqual([true, true, true, true]);
  expect(["30", "0s", "2d", "500ms", "soon"].map((every) => accepted({ every }))).toEqual(Array(5).fill(false));
  expect(accepted({ cron: "0 9 * * *", timeZone: "Europe/Berlin" })).toBe(true);
  expect(accepted({ cron: "0 9 * * *", timeZone: "Mars/Base" })).toBe(false);
});
