import { expect, test } from "vitest";
import { counted, fileSize, money, percent, shortCount } from "./numbers.ts";

test("money names its currency and keeps the digits that matter", () => {
  expect([0, 1, 4_200, 123_400, 1_500_000].map(money)).toEqual(["$0", "<$0.0001", "$0.0042", "$0.12", "$1.50"]);
});

test("counts and sizes in few letters", () => {
  expect([999, 1_000, 12_345, 3_400_000].map(shortCount)).toEqual(["999", "1k", "12.3k", "3.4M"]);
  expect([12, 2_048, 5_242_880].map(fileSize)).toEqual(["12 B", "2 kB", "5 MB"]);
  expect([0, 0.894, 1].map(percent)).toEqual(["0 %", "89 %", "100 %"]);
  expect([counted(1, "task"), counted(2, "task")]).toEqual(["1 task", "2 tasks"]);
});
