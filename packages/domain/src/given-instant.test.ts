import { expect, test } from "vitest";
import { GivenDay, GivenInstant, GivenLocalInstant } from "./given-instant.ts";

test.each(["0001-01-01T00:00:00Z", "2026-11-30T12:00:00.123Z", "9999-12-31T23:59:59Z"])("%s is a moment", (text) => {
  expect(GivenInstant.parse(text)).toBe(text);
  expect(GivenLocalInstant.parse(text)).toBe(text);
  expect(GivenDay.parse(text.slice(0, 10))).toBe(text.slice(0, 10));
});

test.each(["0000-01-01T00:00:00Z", "0000-12-31T23:59:59.999Z"])("%s is one that no row holds", (text) => {
  for (const [schema, given] of [
    [GivenInstant, text],
    [GivenLocalInstant, text],
    [GivenDay, text.slice(0, 10)],
  ] as const) {
    expect(schema.safeParse(given).error?.issues[0]?.message).toBe("must be in the years 1 to 9999");
  }
});

test.each(["0001-01-01T00:00:00+14:00", "9999-12-31T23:00:00-02:00"])("%s is outside by its offset", (text) => {
  expect(GivenLocalInstant.safeParse(text).success).toBe(false);
});
