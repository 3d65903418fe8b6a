import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MUTATIONS } from "./mutations.ts";
import { pick } from "./pick.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(MUTATIONS)("the code still has the rule to break: $breaks", ({ file, search, tests }) => {
  expect(readFileSync(join(ROOT, file), "utf8").split(search)).toHaveLength(2);
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("a seed draws the same sample every time, without doubles", () => {
  const list = Array.from({ length: 30 }, (_, index) => index);
  expect(pick(list, 10, 7)).toEqual(pick(list, 10, 7));
  expect(new Set(pick(list, 30, 1)).size).toBe(30);
  expect(pick(list, 10, 7)).not.toEqual(pick(list, 10, 8));
});
