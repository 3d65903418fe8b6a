import { expect, test } from "vitest";
import { safeWords } from "./safe-words.ts";

test("words are made safe wherever they stand between others, and what is no text stays", () => {
  expect(safeWords("Ada\u202e\u001b[31m Lovelace")).toBe("Ada Lovelace");
  expect(safeWords(["Take back ", "Gr\u200bace", 7])).toEqual(["Take back ", "Grace", 7]);
  expect(safeWords(undefined)).toBeUndefined();
});
