import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { foldMarks, introductionOf } from "./session-marks.ts";

fact("TW-09", "metadata merges: the last value of each key holds, and no key is lost", () => {
  const { metadata } = foldMarks([
    { kind: "metadata", v: 1, values: { a: "1", b: "1", ["__proto__"]: "x" } },
    { kind: "metadata", v: 1, values: { b: "2" } },
  ]);
  expect(Object.entries(metadata)).toEqual([
    ["a", "1"],
    ["b", "2"],
    ["__proto__", "x"],
  ]);
});

fact("TW-11", "the newest title that is not blank is the title, trimmed", () => {
  const titles = (...given: readonly string[]) => foldMarks(given.map((title) => ({ kind: "title", v: 1, title })));
  expect(titles("x", "   ").title).toBe("x");
  expect(titles("x", " y ", "").title).toBe("y");
  expect(titles().title).toBeUndefined();
});

test("the last word about an entry holds: labels are cleared by none, pins by their opposite", () => {
  const label = (targetId: string, text: string | null) => ({ kind: "label", v: 1, targetId, label: text }) as const;
  const pin = (targetId: string, isPinned: boolean) => ({ kind: "pin", v: 1, targetId, isPinned }) as const;
  const marks = foldMarks([
    label("a", "one"),
    label("b", "two"),
    label("a", "three"),
    label("b", null),
    pin("a", true),
    pin("b", true),
    pin("a", false),
  ]);
  expect([...marks.labels]).toEqual([["a", "three"]]);
  expect([...marks.pinnedIds]).toEqual(["b"]);
});

test("a blank introduction is none", () => {
  expect(introductionOf({})).toBeUndefined();
  expect(introductionOf({ harnessIntroduction: "  " })).toBeUndefined();
  expect(introductionOf({ harnessIntroduction: " You are Ada. " })).toBe("You are Ada.");
});
