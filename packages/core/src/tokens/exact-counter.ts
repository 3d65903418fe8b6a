import type { TokenCounter } from "../budget/estimate-tokens.ts";
import { countedByWords } from "./counted-by-words.ts";
import { countedInPieces } from "./counted-in-pieces.ts";
import type { Encoding } from "./encoding-of.ts";
import { remembering } from "./remembering.ts";

const LOADERS: Readonly<Record<Encoding, () => Promise<{ readonly countTokens: RawCounter }>>> = {
  o200k_base: () => import("gpt-tokenizer/encoding/o200k_base"),
  cl100k_base: () => import("gpt-tokenizer/encoding/cl100k_base"),
};

/** How a vocabulary's counter is given texts. */
const READERS: Readonly<Record<Encoding, (count: TokenCounter) => TokenCounter>> = {
  o200k_base: countedByWords,
  cl100k_base: countedInPieces,
};

type RawCounter = (text: string, options: typeof PLAIN_TEXT) => number;

const PLAIN_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

const loaded = new Map<Encoding, Promise<TokenCounter>>();

/**
 * An exact counter of a vocabulary. The vocabulary is loaded with the first call (about 0.4 s and 40 MB) and shared by all later ones.
 * A text that spells a control token counts as the text it is. A text is counted once while the counter remembers it.
 */
export function loadExactCounter(encoding: Encoding): Promise<TokenCounter> {
  const found = loaded.get(encoding);
  if (found !== undefined) return found;
  const counter = LOADERS[encoding]().then(({ countTokens }) => {
    return remembering(READERS[encoding]((text) => countTokens(text, PLAIN_TEXT)));
  });
  loaded.set(encoding, counter);
  return counter;
}
