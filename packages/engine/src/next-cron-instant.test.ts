import fc from "fast-check";
import { expect, test } from "vitest";
import { lastCronInstant, nextCronInstant } from "./next-cron-instant.ts";

const CRONS = ["* * * * *", "*/10 * * * *", "13 * * * *", "0 */6 * * *", "23 3 * * *", "0 9 * * 1-5", "0 0 29 2 *"];

test("the last instant is not in the future, and none lies between it and the moment", () => {
  const moment = fc.date({ min: new Date("2024-03-01"), max: new Date("2030-01-01"), noInvalidDate: true });
  // At an instant, just before and just after one, too.
  const near = fc.tuple(moment, fc.constantFrom(-1, 0, 1, 500, 999)).map(([date, ms]) => {
    return new Date(Math.floor(date.getTime() / 60_000) * 60_000 + ms);
  });
  fc.assert(
    fc.property(fc.constantFrom(...CRONS), fc.oneof(moment, near), (cron, until) => {
      const last = lastCronInstant(cron, "UTC", until);
      expect(last?.getTime()).toBeLessThanOrEqual(until.getTime());
      expect(nextCronInstant(cron, "UTC", last ?? until)?.getTime()).toBeGreaterThan(until.getTime());
    }),
    { numRuns: 1_000 },
  );
});

test("what cannot be read or never comes has neither", () => {
  for (const cron of ["", "* * * *", "* * * * * *", "61 * * * *", "0 0 31 2 *", "soon"]) {
    expect(nextCronInstant(cron, "UTC", new Date("2026-05-20"))).toBeUndefined();
    expect(lastCronInstant(cron, "UTC", new Date("2026-05-20"))).toBeUndefined();
  }
});
