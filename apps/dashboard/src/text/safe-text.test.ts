import { visibleText } from "@cadre/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginning, safeText } from "./safe-text.ts";

test.each([
  ["colours of a terminal", "\u001b[31mred\u001b[0m", "red"],
  ["cursor moves and cleared screens", "a\u001b[2J\u001b[1;1Hb", "ab"],
  ["a title", "\u001b]0;evil title\u0007text", "text"],
  ["a link of a terminal", "\u001b]8;;https://evil.test\u001b\\here\u001b]8;;\u001b\\", "here"],
  ["an eight-bit sequence", "\u009b31mred", "red"],
  ["a sequence that never ends", "\u001b]0;title", ""],
  ["control characters", "a\u0000b\u0008c\u007fd", "abcd"],
  ["an override of direction", "invoice\u202Egnp.exe", "invoicegnp.exe"],
  ["isolates", "\u2066a\u2069\u2067b", "ab"],
  ["invisible letters", "pass\u200bword\ufeff\u{e0041}", "password"],
  ["foreign line ends", "a\r\nb\rc", "a\nb\nc"],
])("%s fall away", (_, given, shown) => {
  expect(safeText(given)).toBe(shown);
});

test("letters of every script, tabs and joined emoji stay", () => {
  const text = "Ada\tעברית العربية 日本語 👩‍💻 naïve\n";
  expect(safeText(text)).toBe(text);
});

test("whatever comes in, nothing that steers a screen comes out, and once is enough", () => {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
  const parts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u001b[", "\u001b]", "\u202e", "\u009b", "31m", "\u0007", "\r"),
  );
  fc.assert(
    fc.property(fc.array(parts), (texts) => {
      const safe = safeText(texts.join(""));
      expect(safe).not.toMatch(steering);
      expect(safeText(safe)).toBe(safe);
    }),
  );
});

test("the beginning of a long text cuts no letter in two", () => {
  expect(beginning("abc", 3)).toEqual({ text: "abc", leftOut: 0 });
  expect(beginning("ab👩c", 3)).toEqual({ text: "ab", leftOut: 3 });
});

test("what may be the name of something can be seen, whatever it is made of", () => {
  const parts = fc.constantFrom(
    "\u001b[",
    "\u001b]",
    "\u009b",
    "31m",
    "\u0007",
    "\u001b\\",
    "\u202e",
    "\u200b",
    " ",
    "a",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
      const name = visibleText(200).safeParse(texts.join(""));
      if (name.success) expect(safeText(name.data).trim()).not.toBe("");
    }),
    { numRuns: 1_000 },
  );
});
