import { expect, test } from "vitest";
import { judge } from "./verdict.ts";

const AT_MOST = { better: "lower", floor: 10, goal: 5, moonshot: 3 } as const;
const AT_LEAST = { better: "higher", floor: 0.4, goal: 0.6, moonshot: 0.85 } as const;

test.each([
  [3, AT_MOST, { floor: "ok", reached: "moonshot", goal: "reached" }],
  [5, AT_MOST, { floor: "ok", reached: "goal", goal: "reached" }],
  [10, AT_MOST, { floor: "ok", reached: "floor", goal: "2.00 x away" }],
  [10.1, AT_MOST, { floor: "FAIL", reached: "none", goal: "2.02 x away" }],
  [0.4, AT_LEAST, { floor: "ok", reached: "floor", goal: "1.50 x away" }],
  [0.39, AT_LEAST, { floor: "FAIL", reached: "none", goal: "1.54 x away" }],
  [0.9, AT_LEAST, { floor: "ok", reached: "moonshot", goal: "reached" }],
  [1, { better: "lower", goal: 0 } as const, { floor: "none", reached: "none", goal: "far away" }],
])("%s against %o", (figure, target, verdict) => {
  expect(judge(figure, target)).toEqual(verdict);
});

test("what was not measured holds no floor", () => {
  expect(judge(Number.NaN, AT_MOST)).toEqual({ floor: "FAIL", reached: "none", goal: "not measured" });
});
