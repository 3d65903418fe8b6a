import fc from "fast-check";
import { expect, test } from "vitest";
import { exactPieces } from "./exact-text.ts";
import { safeText } from "./safe-text.ts";

test("what can be seen stays as it stands, line by line", () => {
  expect(exactPieces("npm test\n\tls — ünïcödé 日本")).toEqual([
    { kind: "seen", text: "npm test\n\tls — ünïcödé 日本" },
  ]);
  expect(exactPieces("")).toEqual([]);
});

test("what would hide, turn or swallow the rest of a command stands there by its name", () => {
  expect(exactPieces("ls\r\u001b[2Krm\u202e -rf\u200b /\u00a0x")).toEqual([
    { kind: "seen", text: "ls" },
    { kind: "hidden", text: "U+000D" },
    { kind: "hidden", text: "U+001B" },
    { kind: "seen", text: "[2Krm" },
    { kind: "hidden", text: "U+202E" },
    { kind: "seen", text: " -rf" },
    { kind: "hidden", text: "U+200B" },
    { kind: "seen", text: " /" },
    { kind: "hidden", text: "U+00A0" },
    { kind: "seen", text: "x" },
  ]);
});

test("of any text nothing is lost, and no piece that is seen hides anything", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const pieces = exactPieces(text);
      const whole = pieces.map((piece) => (piece.kind === "seen" ? piece.text : letterOf(piece.text))).join("");
      expect(whole).toBe(text);
      for (const piece of pieces) if (piece.kind === "seen") expect(safeText(piece.text)).toBe(piece.text);
    }),
  );
});

function letterOf(name: string): string {
  return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
}
