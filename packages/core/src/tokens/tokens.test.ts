import { cpuMs, fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateByScript, estimateTokens } from "../budget/estimate-tokens.ts";
import { calibratedCounter, calibrationOf } from "./calibrated-counter.ts";
import { encodingOf } from "./encoding-of.ts";
import { loadExactCounter } from "./exact-counter.ts";
import { remembering } from "./remembering.ts";

fact(
  "M11",
  "gpt-4o, gpt-5, o3 and o4 count with o200k_base, gpt-4 and gpt-3.5 with cl100k_base, others with neither",
  async () => {
    for (const model of ["gpt-4o", "gpt-4o-mini", "gpt-5", "gpt-5.1-codex", "o3", "o4-mini", "openai/gpt-5"]) {
      expect([model, encodingOf(model)]).toEqual([model, "o200k_base"]);
    }
    for (const model of ["gpt-4", "gpt-4-0613", "gpt-3.5-turbo"]) expect(encodingOf(model)).toBe("cl100k_base");
    for (const model of ["claude-sonnet-4", "gpt-40", "oxygen-3", "gemini-3-pro", "my-gpt-5"]) {
      expect([model, encodingOf(model)]).toEqual([model, undefined]);
    }
    const [o200k, cl100k] = await Promise.all([loadExactCounter("o200k_base"), loadExactCounter("cl100k_base")]);
    expect(o200k("hello world, this is a test")).toBe(7);
    expect(cl100k("hello world, this is a test")).toBe(7);
    expect(o200k("漢字仮名交じり文")).not.toBe(cl100k("漢字仮名交じり文"));
  },
);

test("control tokens in a text count as text, and an empty text as nothing", async () => {
  const count = await loadExactCounter("o200k_base");
  expect(count("<|endoftext|>")).toBeGreaterThan(3);
  expect(count("")).toBe(0);
});

test("a vocabulary is loaded once", () => {
  expect(loadExactCounter("o200k_base")).toBe(loadExactCounter("o200k_base"));
});

test("runs without an end count within moments, and about as they are", async () => {
  const count = await loadExactCounter("o200k_base");
  const tookMs = cpuMs(() => {
    expect(count("a".repeat(200_000))).toBeLessThan(200_000 / 8 + 200_000 / 128 + 1);
    expect(count("漢字".repeat(20_000))).toBeGreaterThan(39_000);
    count(" ".repeat(200_000));
    count("=".repeat(200_000));
  });
  expect(tookMs).toBeLessThan(5_000);
});

test("a text is counted once while it is remembered, and what is remembered is bounded", () => {
  const counted: string[] = [];
  const count = remembering((text) => counted.push(text), 20);
  expect(count("12345")).toBe(1);
  expect(count("12345")).toBe(1);
  for (const text of ["aaaaa", "bbbbb", "ccccc", "ddddd"]) count(text);
  count("12345");
  expect(counted).toEqual(["12345", "aaaaa", "bbbbb", "ccccc", "ddddd", "12345"]);
});

test("before three replies a model without a vocabulary counts with the larger of base and chars / 3.5", () => {
  const count = calibratedCounter([
    { countedTokens: 10, reportedTokens: 20 },
    { countedTokens: 10, reportedTokens: 20 },
  ]);
  const text = "word ".repeat(20);
  expect(count(text)).toBe(29);
  expect(count("漢".repeat(100))).toBe(67);
});

test("after three replies a count is what they reported, within a half and the double", () => {
  const reports = [1, 2, 3].map((at) => ({ countedTokens: 1_000 * at, reportedTokens: 1_230 * at }));
  expect(calibrationOf(reports)).toBeCloseTo(1.23);
  const text = "word ".repeat(200);
  expect(calibratedCounter(reports)(text)).toBe(Math.ceil(estimateByScript(text) * 1.23));
  expect(calibrationOf(reports.map((report) => ({ ...report, reportedTokens: 100_000 })))).toBe(2);
  expect(calibrationOf(reports.map((report) => ({ ...report, reportedTokens: 1 })))).toBe(0.5);
  expect(calibrationOf([...reports, { countedTokens: 0, reportedTokens: 9 }])).toBeCloseTo(1.23);
});

test("any text: an exact count is whole, the same each time, and 0 for nothing only", async () => {
  const count = await loadExactCounter("o200k_base");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      expect(Number.isInteger(count(text))).toBe(true);
      expect(count(text) === 0).toBe(text === "");
      expect(count(text)).toBe(count(text));
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(estimateByScript(text));
    }),
    { numRuns: 100 },
  );
});
