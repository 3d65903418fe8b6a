import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

const name = visibleText(20);

test.each([
  "\u200b",
  "\u200b\u200d\ufeff",
  "\u2060 \u00ad",
  "\u3164\u115f\u1160\uffa0",
  "\u2800",
  "\u202e\u202c",
  "\ufe0f",
  "\u{e0041}",
  "\u001b[31m\u001b[0m",
  "\u001b]0;a title\u0007",
  "\u009b2J\u200b",
])("%j shows nothing", (text) => {
  expect(name.safeParse(text).success).toBe(false);
});

test.each(["a", "Zoë", "李", "👩‍🚀", "שלום", "\u200ba\u200b", "\u001b[31mred\u001b[0m", "0", "-", "é"])(
  "%j can be seen",
  (text) => {
    expect(name.parse(text)).toBe(text);
  },
);

test("nothing made of invisible characters passes, whatever their order", () => {
  const invisible = fc.constantFrom(
    " ",
    "\u00a0",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u3164",
    "\t",
  );
  fc.assert(
    fc.property(fc.array(invisible, { maxLength: 20 }), (parts) => {
      expect(name.safeParse(parts.join("")).success).toBe(false);
    }),
  );
});
