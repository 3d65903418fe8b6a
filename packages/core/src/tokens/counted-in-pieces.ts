import type { TokenCounter } from "../budget/estimate-tokens.ts";

/** Runs that a tokenizer takes as one word. The work grows with the square of such a word, so long ones are cut. */
const LONG_RUN = /[\p{L}\p{M}]{129,}|\s{129,}|[^\s\p{L}\p{M}\p{N}]{129,}/gu;
const PIECE = /[^]{1,128}/gu;

/**
 * The same counter for texts of any kind: a run of more than 128 letters, spaces or signs is counted in pieces of 128. Each cut adds a
 * token at most and takes none away; any other text counts exactly as before.
 */
export function countedInPieces(count: TokenCounter): TokenCounter {
  return (text) => {
    let tokens = 0;
    let from = 0;
    for (const run of text.matchAll(LONG_RUN)) {
      tokens += countPart(text.slice(from, run.index), count);
      for (const [piece] of run[0].matchAll(PIECE)) tokens += count(piece);
      from = run.index + run[0].length;
    }
    return tokens + countPart(text.slice(from), count);
  };
}

function countPart(text: string, count: TokenCounter): number {
  return text === "" ? 0 : count(text);
}
