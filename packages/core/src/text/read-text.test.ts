import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { cutText, headOf, oneLine, tailOf } from "./cut-text.ts";
import { readTemplate, readText } from "./read-text.ts";

const folder = mkdtempSync(join(tmpdir(), "cadre-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

function given(text: string): URL {
  const path = join(folder, "text.md");
  writeFileSync(path, text);
  return pathToFileURL(path);
}

test("a template fails at load when it has a placeholder nobody fills, or lacks one somebody fills", () => {
  expect(() => readTemplate(given("{{a}} {{b}}"), ["a"])).toThrow(/without a value: b/);
  expect(() => readTemplate(given("{{a}}"), ["a", "c"])).toThrow(/without a placeholder: c/);
  expect(() => readText(given("Hello {{name}}"))).toThrow(/without a value: name/);
});

test("values are filled once and word for word; a line of one empty placeholder goes with the gap around it", () => {
  const fill = readTemplate(given("Start\n\n{{a}}\n\n{{b}} end\n"), ["a", "b"]);
  expect(fill({ a: "", b: "x" })).toBe("Start\n\nx end");
  expect(fill({ a: "{{b}} $1\n\n\n$&", b: "" })).toBe("Start\n\n{{b}} $1\n\n\n$&\n\n end");
});

test("cuts keep whole characters and stay within their limit", () => {
  expect(cutText("abcdef", 4)).toBe("abc…");
  expect(cutText("abcd", 4)).toBe("abcd");
  expect(headOf("a😀b", 2)).toBe("a");
  expect(tailOf("a😀b", 2)).toBe("b");
  expect(tailOf("ab", 9)).toBe("ab");
  expect(oneLine("  a\n b\t c ", 10)).toBe("a b c");
});
