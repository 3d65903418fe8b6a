import fc from "fast-check";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { type CallRecord, detectLoop } from "./loop-detector.ts";

function calls(count: number, make: (at: number) => Partial<CallRecord>): CallRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    name: "search",
    args: '{"q":"x"}',
    result: `r${at}`,
    ...make(at),
  }));
}

fact(["M116"], "the same call warns at the 5th time and breaks at the 10th", () => {
  const kinds = Array.from({ length: 10 }, (_, at) => detectLoop(calls(at + 1, () => ({}))).kind);
  expect(kinds).toEqual([...Array(4).fill("none"), ...Array(5).fill("warning"), "break"]);
});

fact(["M118"], "twenty writes to different paths are no loop, even with equal results", () => {
  const writes = calls(20, (at) => ({ name: "file_write", args: `{"path":"${at}"}`, result: "written" }));
  expect(detectLoop(writes)).toEqual({ kind: "none" });
});

test("the same call with the same result warns at the 2nd time and breaks at the 3rd", () => {
  const kinds = [1, 2, 3].map((count) => detectLoop(calls(count, () => ({ result: "same" }))).kind);
  expect(kinds).toEqual(["none", "warning", "break"]);
});

test("a call that was interrupted again and again had no result: only the number of tries ends it", () => {
  const kinds = Array.from({ length: 10 }, (_, at) => detectLoop(calls(at + 1, () => ({ result: undefined }))).kind);
  expect(kinds).toEqual([...Array(4).fill("none"), ...Array(5).fill("warning"), "break"]);
});

test("two calls in turn warn at the 6th and break at the 10th, with different results each time", () => {
  const turns = calls(10, (at) => ({ name: at % 2 === 0 ? "a" : "b" }));
  const kinds = turns.map((_, at) => detectLoop(turns.slice(0, at + 1)).kind);
  expect(kinds.map((kind) => kind[0]).join("")).toBe("nnnnnwwwwb");
});

test("whatever the history, distinct arguments never trigger", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 60 }), (results) => {
      const records = results.map((result, at) => ({ name: "tool", args: String(at), result }));
      return detectLoop(records).kind === "none";
    }),
  );
});
