import { expect, test } from "vitest";
import { ageInWords, shortAge, shortDuration } from "./time.tsx";

const NOW_MS = Date.parse("2026-05-20T12:00:00.000Z");
const ago = (seconds: number): string => shortAge(new Date(NOW_MS - seconds * 1_000).toISOString(), NOW_MS);

test("ages name their largest unit, times to come say so", () => {
  expect([3, 45, 104, 3_700, 90_000, -7_300].map(ago)).toEqual([
    "now",
    "45s ago",
    "1m ago",
    "1h ago",
    "1d ago",
    "in 2h",
  ]);
});

test("a time to come is told to the nearest unit, and just under a week is a week", () => {
  expect([-7 * 86_400 + 1, -86_400 + 2, -3_600 + 1, -90].map(ago)).toEqual(["in 7d", "in 1d", "in 1h", "in 2m"]);
});

test("in a sentence they say which way: ago, in, or on a date", () => {
  const words = (seconds: number): string => ageInWords(new Date(NOW_MS - seconds * 1_000).toISOString(), NOW_MS);
  expect([3, -3, 104, 90_000, -7_300].map(words)).toEqual(["just now", "just now", "1m ago", "1d ago", "in 2h"]);
  expect(words(30 * 86_400)).toBe(`on ${ago(30 * 86_400)}`);
});

test("lengths of time keep their seconds below ten minutes", () => {
  expect([12, 4_000, 104_000, 660_000, 7_200_000].map(shortDuration)).toEqual(["12ms", "4s", "1m 44s", "11m", "2h"]);
});
