import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldTimeOf, instantOfField } from "./field-time.ts";

test("every whole minute comes back from its field as it went in", () => {
  const minutes = fc.date({
    min: new Date("2000-01-01T00:00:00Z"),
    max: new Date("2100-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(minutes, (date) => {
      date.setUTCSeconds(0, 0);
      expect(instantOfField(fieldTimeOf(date.toISOString()))).toBe(date.toISOString());
    }),
  );
});

test("an empty field and a half typed one name no instant", () => {
  expect([fieldTimeOf(null), instantOfField(""), instantOfField("2026-13-")]).toEqual(["", null, null]);
});
