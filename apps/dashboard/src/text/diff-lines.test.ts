import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

test("what stayed, what went, what came", () => {
  expect(diffLines("a\nb\nc\n", "a\nB\nc\nd\n")).toEqual([
    { kind: "same", text: "a" },
    { kind: "removed", text: "b" },
    { kind: "added", text: "B" },
    { kind: "same", text: "c" },
    { kind: "added", text: "d" },
  ]);
  expect(diffLines("", "a")).toEqual([{ kind: "added", text: "a" }]);
  expect(diffLines("a\n", "a\n")).toEqual([{ kind: "same", text: "a" }]);
});

test("both texts can be read from their difference", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      if (lines === "too-large") throw new Error("so few lines are never too many");
      const read = (kind: string): string =>
        lines
          .filter((line) => line.kind === kind || line.kind === "same")
          .map((line) => `${line.text}\n`)
          .join("");
      expect(read("removed")).toBe(before);
      expect(read("added")).toBe(after);
    }),
  );
});

test("texts that would hold the page up are not compared", () => {
  const lines = (word: string): string => Array.from({ length: 3_000 }, (_, index) => `${word} ${index}`).join("\n");
  expect(diffLines(lines("one"), lines("other"))).toBe("too-large");
});
