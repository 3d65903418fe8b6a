import { failed, ok } from "../verdict.mjs";

/** No right clock shows a time before this was written. */
const EARLIEST = Date.parse("2026-11-01");

export const clock = {
  name: "clock",
  run: () => {
    const now = new Date();
    if (now.getTime() >= EARLIEST) return ok(now.toISOString());
    return failed(
      `the clock says ${now.toISOString()}`,
      "Set the clock: schedules, retries and signatures depend on it.",
    );
  },
};
