import { expect, test } from "vitest";
import type { RecordedFact } from "../facts/recorded-fact.ts";
import { paperOf } from "./fact-list.ts";

const FILE = "packages/core/src/order.test.ts";
const FACTS: readonly RecordedFact[] = [
  { id: "M12", title: "order is kept", file: FILE, result: "passed" },
  { id: "M3", title: "a | b", file: FILE, result: "skipped", why: "there is no Redis" },
  { id: "M3", title: "pins are kept", file: FILE, result: "passed" },
  { id: "I1", title: "nothing is lost", file: FILE, result: "failed" },
  { id: "TW-02", title: "nothing is sent twice", file: FILE, result: "missing" },
];

test("the paper says of each test of a fact how it ended, and counts the facts whose tests all passed", () => {
  const lines = paperOf(FACTS).split("\n");
  expect(lines.filter((line) => line.startsWith("| ") && line.includes(FILE))).toEqual([
    `| I1 | nothing is lost | \`${FILE}\` | failed |`,
    `| M3 | a \\| b | \`${FILE}\` | skipped: there is no Redis |`,
    `| M3 | pins are kept | \`${FILE}\` | passed |`,
    `| M12 | order is kept | \`${FILE}\` | passed |`,
    `| TW-02 | nothing is sent twice | \`${FILE}\` | missing |`,
  ]);
  expect(lines).toContain("4 facts have a test. Of 1 every test passed.");
});

test("a fact of no known family is an error", () => {
  expect(() => paperOf([{ id: "X1", title: "unknown", file: FILE, result: "passed" }])).toThrow("No family");
});
