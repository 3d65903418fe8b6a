import { COMPACTION_LIMITS } from "@cadre/shared";
import type { TokenCounter } from "../budget/estimate-tokens.ts";

/**
 * The same counter with a memory: a text it knows is not counted again. What it remembers is bounded by the characters of its texts;
 * the oldest half is forgotten at once, so that a long session costs no bookkeeping for each text.
 */
export function remembering(count: TokenCounter, maxChars: number = COMPACTION_LIMITS.countedTextsChars): TokenCounter {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let chars = 0;
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const tokens = old.get(text) ?? count(text);
    if (chars + text.length > maxChars / 2) {
      old = young;
      young = new Map();
      chars = 0;
    }
    young.set(text, tokens);
    chars += text.length;
    return tokens;
  };
}
