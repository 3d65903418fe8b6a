import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { countedByWords } from "./counted-by-words.ts";

const raw = (text: string): number =>
  countTokens(text, { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() });

/** Whatever decides where a word ends: letters of both cases, digits, signs, every kind of space, and characters that are not ASCII. */
const piece = fc.oneof(
  fc.constantFrom(
    "a",
    "Z",
    "z",
    "0",
    "9",
    " ",
    "\t",
    "\n",
    "\r",
    "\v",
    "\f",
    "'",
    "/",
    "-",
    "(",
    ".",
    "{",
    "_",
    "\u0000",
    "\u001c",
    "é",
    "ß",
    "Ж",
    "漢",
    "\u00a0",
    "\u2028",
    "\u0301",
    "😀",
    "\ud800",
    "٣",
  ),
  fc.constantFrom(
    "'s",
    "'LL",
    "'re",
    "'d",
    "n't",
    "  ",
    "\n\n",
    "\r\n",
    "\n ",
    " \n",
    "\n/",
    ";\n",
    "//",
    "HTTPServer",
    "12345",
    " x",
  ),
  fc.lorem({ maxCount: 3 }),
  fc.string({ unit: "binary-ascii", maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

test("any text counts as the tokenizer counts it", () => {
  const count = countedByWords(raw);
  fc.assert(
    fc.property(text, (sample) => {
      expect(count(sample)).toBe(raw(sample));
    }),
    { numRuns: 4_000 },
  );
});

test("a word is asked for once while it is remembered, in whatever text it stands", () => {
  const asked: string[] = [];
  const count = countedByWords((word) => {
    asked.push(word);
    return 1;
  });
  expect(count("read the file")).toBe(3);
  expect(count("the file of\nthe file")).toBe(6);
  expect(asked).toEqual(["read", " the", " file", "the", " of", "\n"]);
});

test("words beyond measure are counted in pieces", () => {
  const asked: number[] = [];
  countedByWords((word) => asked.push(word.length))("a".repeat(1_000) + " " + "=".repeat(1_000));
  expect(Math.max(...asked)).toBeLessThanOrEqual(128);
});
