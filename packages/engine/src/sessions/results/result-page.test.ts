import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PROMPT_PAGE, SCREEN_PAGE } from "./read-result.ts";
import { type PageLimits, type PlaceInText, resultPage } from "./result-page.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `l${at + 1}`).join("\n");
const START: PlaceInText = { line: 1, column: 1 };

fact("TW-19", "a page has at most 2,000 lines and 256 KiB, and says that there is more", () => {
  const page = resultPage(lines(5_000), START, PROMPT_PAGE);
  expect(page).toMatchObject({ firstLine: 1, lastLine: 2_000, totalLines: 5_000, next: { line: 2_001, column: 1 } });
  expect(page.text).toBe(lines(2_000));
  for (const text of ["x".repeat(1_000_000), "水".repeat(400_000), "😀".repeat(300_000)]) {
    const shown = resultPage(text, START, SCREEN_PAGE);
    expect(Buffer.byteLength(shown.text)).toBeLessThanOrEqual(262_144);
    expect(Buffer.byteLength(shown.text)).toBeGreaterThan(262_140);
    expect(shown.text.isWellFormed()).toBe(true);
    expect(shown.next).toEqual({ line: 1, column: shown.text.length + 1 });
  }
});

test("a page begins where it is asked to, and one past the end shows nothing", () => {
  expect(resultPage("a\nb\nc", { line: 2, column: 1 }, PROMPT_PAGE)).toMatchObject({ text: "b\nc", lastLine: 3 });
  expect(resultPage("a\nbcd\ne", { line: 2, column: 3 }, PROMPT_PAGE)).toMatchObject({ text: "d\ne", firstLine: 2 });
  expect(resultPage("a\nb", { line: 9, column: 1 }, PROMPT_PAGE)).toEqual({
    text: "",
    firstLine: 9,
    lastLine: 0,
    totalLines: 2,
    next: undefined,
  });
  expect(resultPage("", START, PROMPT_PAGE)).toMatchObject({ text: "", firstLine: 1, lastLine: 1, totalLines: 1 });
  expect(resultPage("a😀b", { line: 1, column: 3 }, PROMPT_PAGE).text).toBe("😀b");
});

/** Every page of a text, one after the other. */
function readAll(text: string, limits: PageLimits): string {
  let whole = "";
  for (let next: PlaceInText | undefined = START; next !== undefined;) {
    const page = resultPage(text, next, limits);
    whole += (next.line > 1 && next.column === 1 ? "\n" : "") + page.text;
    if (page.next !== undefined) expect([page.next.line, page.next.column]).not.toEqual([next.line, next.column]);
    next = page.next;
  }
  return whole;
}

test("pages that follow each other make up the whole text, whatever it is and however small they are", () => {
  const piece = fc.oneof(fc.constantFrom("\n", "\n\n", "😀", "水", "\r\n"), fc.string({ maxLength: 12 }));
  const anyText = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join("").toWellFormed());
  const anyLimits = fc.record({
    lines: fc.integer({ min: 1, max: 4 }),
    bytes: fc.integer({ min: 4, max: 40 }),
    chars: fc.integer({ min: 2, max: 20 }),
  });
  fc.assert(
    fc.property(anyText, anyLimits, (text, limits) => {
      expect(readAll(text, limits)).toBe(text);
      const page = resultPage(text, START, limits);
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(limits.bytes);
      expect(page.text.length).toBeLessThanOrEqual(limits.chars);
      expect(page.text.split("\n").length).toBeLessThanOrEqual(limits.lines);
      expect(page.totalLines).toBe(text.split("\n").length);
    }),
    { numRuns: 500 },
  );
});
