import { expect, test } from "vitest";
import { logLine } from "./log-line.ts";

test("a record is readable on a terminal and untouched for a machine", () => {
  const record = '{"level":40,"msg":"relay is behind"}';
  expect(logLine("worker", record, "human")).toBe("[worker] warning: relay is behind");
  expect(logLine("worker", record, "machine")).toBe(`[worker] ${record}`);
});

test("an error keeps its stack, and what is no record is printed as it is", () => {
  const record = '{"level":50,"msg":"step failed","err":{"stack":"Error: no\\n    at step"}}';
  expect(logLine("worker", record, "human")).toBe("[worker] ERROR step failed\nError: no\n    at step");
  expect(logLine("api", "{ not json", "human")).toBe("[api] { not json");
  expect(logLine("api", '{"level":"?"}', "human")).toBe('[api] {"level":"?"}');
});
