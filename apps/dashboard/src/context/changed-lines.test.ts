import { expect, test } from "vitest";
import { changedLines } from "./changed-lines.ts";

test("only what lies between the common beginning and end is different", () => {
  expect(changedLines("a\nb\nc\nd", "a\nB\nd")).toEqual({
    sameBefore: 1,
    removed: ["b", "c"],
    added: ["B"],
    sameAfter: 1,
  });
});

test("equal texts have no difference, and repeated lines are counted once", () => {
  expect(changedLines("a\na", "a\na")).toEqual({ sameBefore: 2, removed: [], added: [], sameAfter: 0 });
  expect(changedLines("a\na", "a\na\na")).toEqual({ sameBefore: 2, removed: [], added: ["a"], sameAfter: 0 });
});
