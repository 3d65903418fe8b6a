import { expect, test } from "vitest";
import { pauseAfter } from "./keep-child.ts";

test("a first death is answered at once, quick ones after it ever later, up to ten seconds", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(pauseAfter)).toEqual([
    0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
});
