import type { TokenCounter } from "../budget/estimate-tokens.ts";
import { countedInPieces } from "./counted-in-pieces.ts";

const SIGN = 0;
const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
const SPACE = 4;
const NEWLINE = 5;
/** Past the end of the text; ends every run. */
const END = 6;
/** Not ASCII: the tokenizer itself reads this part. */
const FOREIGN = 7;

const ASCII = 0x80;
const CODE = { newline: 0x0a, space: 0x20, apostrophe: 0x27, slash: 0x2f } as const;

const KINDS = Uint8Array.from({ length: ASCII }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[A-Z]/.test(char)) return UPPER;
  if (/[a-z]/.test(char)) return LOWER;
  if (/[0-9]/.test(char)) return DIGIT;
  if (/[\r\n]/.test(char)) return NEWLINE;
  return /\s/.test(char) ? SPACE : SIGN;
});

const CONTRACTION = /'(?:[sdmt]|ll|ve|re)/iy;
const DIGITS_IN_WORD = 3;
/** A longer word is counted in pieces, since a tokenizer's work grows with its square. */
const LONGEST_WORD = 128;

const SLOTS = 1 << 17;
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/**
 * The same counter for the vocabulary `o200k_base`, more than twice as fast: ASCII is cut into words here, by that vocabulary's rule, and
 * words are remembered. Every other part of a text is counted as it is, up to where a word surely begins.
 */
export function countedByWords(count: TokenCounter): TokenCounter {
  const whole = countedInPieces(count);
  const countWord = rememberedWords(count);
  return (text) => {
    let tokens = 0;
    for (let at = 0; at < text.length;) {
      const end = wordEnd(text, at);
      const next = end ?? surelyNextWord(text, at);
      const isWord = end !== undefined && end - at <= LONGEST_WORD;
      tokens += isWord ? countWord(text, at, next) : whole(text.slice(at, next));
      at = next;
    }
    return tokens;
  };
}

/** Counts the part of a text between two places. What it remembers has a fixed size: a newer word takes an older one's place. */
function rememberedWords(count: TokenCounter): (text: string, from: number, to: number) => number {
  const words: string[] = Array.from({ length: SLOTS }, () => "");
  const counts = new Uint8Array(SLOTS);
  return (text, from, to) => {
    let hash = HASH_START;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (isPart(words[slot] ?? "", text, from, to)) return counts[slot] ?? 0;
    const other = slot ^ 1;
    if (isPart(words[other] ?? "", text, from, to)) return counts[other] ?? 0;
    // A copy, since a slice would keep the whole text alive.
    const word = Buffer.from(text.slice(from, to), "latin1").toString("latin1");
    const tokens = count(word);
    words[other] = words[slot] ?? "";
    counts[other] = counts[slot] ?? 0;
    words[slot] = word;
    counts[slot] = tokens;
    return tokens;
  };
}

// oxlint-disable-next-line max-params -- the hottest loop of counting; an object for each word would cost more than the comparison
function isPart(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  return true;
}

function kindAt(text: string, at: number): number {
  if (at >= text.length) return END;
  const code = text.charCodeAt(at);
  return code < ASCII ? (KINDS[code] ?? FOREIGN) : FOREIGN;
}

/** Where the vocabulary's word that begins here ends; undefined when that depends on a character that is not ASCII. */
function wordEnd(text: string, at: number): number | undefined {
  const kind = kindAt(text, at);
  const next = kindAt(text, at + 1);
  if (kind === FOREIGN) return undefined;
  if (kind === UPPER || kind === LOWER) return lettersEnd(text, at);
  if (kind === DIGIT) return digitsEnd(text, at);
  if (next === FOREIGN) return undefined;
  if (kind !== NEWLINE && (next === UPPER || next === LOWER)) return lettersEnd(text, at + 1);
  if (kind === SIGN) return signsEnd(text, at);
  if (next === SIGN && text.charCodeAt(at) === CODE.space) return signsEnd(text, at + 1);
  return spacesEnd(text, at);
}

/** Capitals, then small letters, then `'s` and its like. */
function lettersEnd(text: string, from: number): number | undefined {
  let at = from;
  while (kindAt(text, at) === UPPER) at += 1;
  while (kindAt(text, at) === LOWER) at += 1;
  if (kindAt(text, at) === FOREIGN) return undefined;
  if (text.charCodeAt(at) !== CODE.apostrophe) return at;
  CONTRACTION.lastIndex = at;
  return CONTRACTION.test(text) ? CONTRACTION.lastIndex : at;
}

function digitsEnd(text: string, from: number): number | undefined {
  let at = from;
  while (at - from < DIGITS_IN_WORD && kindAt(text, at) === DIGIT) at += 1;
  return at - from < DIGITS_IN_WORD && kindAt(text, at) === FOREIGN ? undefined : at;
}

/** Signs, then the ends of lines and slashes after them. */
function signsEnd(text: string, from: number): number | undefined {
  let at = from;
  while (kindAt(text, at) === SIGN) at += 1;
  if (kindAt(text, at) === FOREIGN) return undefined;
  while (kindAt(text, at) === NEWLINE || text.charCodeAt(at) === CODE.slash) at += 1;
  return at;
}

/** Up to the last end of a line; else all but the last space, which belongs to the word after it. */
function spacesEnd(text: string, from: number): number | undefined {
  let at = from;
  let afterNewline = from;
  for (let kind = kindAt(text, at); kind === SPACE || kind === NEWLINE; kind = kindAt(text, at)) {
    at += 1;
    if (kind === NEWLINE) afterNewline = at;
  }
  const after = kindAt(text, at);
  if (after === FOREIGN) return undefined;
  if (afterNewline > from) return afterNewline;
  return after === END || at - from === 1 ? at : at - 1;
}

/**
 * The next place where a word surely begins, whatever stands before it: a space before a letter, or a line that begins with a letter, a
 * digit or a sign but a slash.
 */
function surelyNextWord(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at - 1);
    const kind = kindAt(text, at);
    if (code === CODE.newline && kind <= DIGIT && text.charCodeAt(at) !== CODE.slash) return at;
    if (kind !== SPACE || text.charCodeAt(at) !== CODE.space) continue;
    const next = kindAt(text, at + 1);
    if (next === UPPER || next === LOWER) return at;
  }
  return text.length;
}
