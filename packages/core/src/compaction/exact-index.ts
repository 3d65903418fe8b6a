import { COMPACTION_LIMITS } from "@cadre/shared";
import { charCodes } from "../text/char-codes.ts";
import { headOf } from "../text/cut-text.ts";

/** What must survive a compaction letter by letter, each once, the newest mention last. */
export type ExactIndex = {
  readonly paths: readonly string[];
  readonly ids: readonly string[];
  readonly urls: readonly string[];
  readonly errors: readonly string[];
};

/** `isResult`: what a tool said, full of numbers nobody speaks of. `isError`: the result of a call that failed. */
export type IndexedText = { readonly text: string; readonly isResult?: boolean; readonly isError?: boolean };

const URL_START = /https?:\/\//;
const URL_TEXT = /\bhttps?:\/\/[^\s"'`<>|\\^{}]+/g;
/** Ends a word beside any space. */
const WORD_ENDS = /[\s"'`<>()[\]{},;|=]/;
const TRAILING_SIGNS = /[.,;:!?)\]]+$/;

const PATH = /^(?:[A-Za-z]:)?[\p{L}\p{N}_.@+~-]*(?:[\\/][\p{L}\p{N}_.@+-]+)+[\\/]?(?::\d+){0,2}$/u;
const FILE = /^[\p{L}\p{N}_.@+-]+\.([A-Za-z][A-Za-z0-9]{0,7})(?::\d+){0,2}$/u;
const EXTENSIONS: ReadonlySet<string> = new Set(
  `bash c cc cfg conf cpp cs css csv cts diff doc docx env gif go gz h hpp htm html ini ipynb java jpeg jpg js json jsonl jsx key kt lock
  log lua md mdx mjs mts ndjson parquet patch pdf pem php png prisma proto py rb rs scss sh sql sqlite svg svelte swift tar tex tf toml
  ts tsx tsv txt vue wasm webp xls xlsx xml yaml yml zip`.split(/\s+/),
);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TASK_KEY = /^[A-Z][A-Z0-9]{1,9}-\d+$/;
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/i;
const NUMBER = /^#\d+$|^\d{6,20}$/;
/** Words of letters and digits held together by signs: `tsk_81`, `req-8f3a2b`, `v1.4.2`. */
const NAMED = /^(?=.*\d)[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+$/;

const ERROR_WORD = /(?:error|exception|\b(?:errno|fatal|panic(?:ked)?|traceback|failed|failure|segmentation fault))\b/i;
const ERROR_CODE = /\b(?:ERR!|E[A-Z]{4,}\b|TS\d{4}\b)/;

/** Reads paths, ids, web addresses and error lines out of texts, oldest first. Linear in their length. */
export function indexOf(texts: readonly IndexedText[]): ExactIndex {
  const found: Found = { paths: new Set(), ids: new Set(), urls: new Set(), errors: new Set() };
  // From the newest mention back: what is there already was said again later.
  for (const indexed of texts.toReversed()) readText(indexed, found);
  const oldestFirst = (set: ReadonlySet<string>): readonly string[] => [...set].reverse();
  return {
    paths: oldestFirst(found.paths),
    ids: oldestFirst(found.ids),
    urls: oldestFirst(found.urls),
    errors: oldestFirst(found.errors),
  };
}

type Found = Readonly<Record<keyof ExactIndex, Set<string>>>;

function readText(indexed: IndexedText, { paths, ids, urls, errors }: Found): void {
  const addresses: string[] = [];
  const rest = URL_START.test(indexed.text)
    ? indexed.text.replaceAll(URL_TEXT, (url) => {
        addresses.push(url);
        return " ";
      })
    : indexed.text;
  for (const url of addresses.toReversed()) {
    if (url.length <= COMPACTION_LIMITS.indexedWordChars) addFound(urls, url.replace(TRAILING_SIGNS, ""));
  }
  for (const candidate of exactCandidates(rest).toReversed()) {
    const word = candidate.replace(TRAILING_SIGNS, "");
    if (isPath(word)) addFound(paths, word);
    else for (const part of [...word.split(":").toReversed(), word]) if (isExactId(part, indexed)) addFound(ids, part);
  }
  for (const line of errorLines(indexed).toReversed()) addFound(errors, line);
}

/** Both, the newest mention of each last. */
export function joined(older: readonly string[], newer: readonly string[]): readonly string[] {
  const all = new Set(older);
  for (const text of newer) addNewest(all, text);
  return [...all];
}

function addFound(set: Set<string>, text: string): void {
  if (text !== "") set.add(text);
}

function addNewest(set: Set<string>, text: string): void {
  if (text === "") return;
  set.delete(text);
  set.add(text);
}

/** How a character counts when words are told apart: the point, the slash and the digits stand in what is exact. */
const PLAIN = 0;
const TELLING = 1;
const ENDING = 2;
const ALL_CODES = 0x1_0000;
const CLASSES = Uint8Array.from({ length: ALL_CODES }, (_, code) => {
  const char = String.fromCharCode(code);
  if (WORD_ENDS.test(char)) return ENDING;
  return /[./0-9\\]/.test(char) ? TELLING : PLAIN;
});
const SHORTEST_EXACT_CHARS = 2;

/** The words that may be exact, in their order. Most words of a text are plain: they are passed over before any pattern is tried. */
function exactCandidates(text: string): string[] {
  const codes = charCodes(text);
  const words: string[] = [];
  let from = 0;
  let isTelling = false;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at === text.length ? ENDING : CLASSES[codes[at] ?? 0];
    if (kind === TELLING) isTelling = true;
    if (kind !== ENDING) continue;
    const length = at - from;
    const hasLength = length >= SHORTEST_EXACT_CHARS && length <= COMPACTION_LIMITS.indexedWordChars;
    if (isTelling && hasLength) words.push(text.slice(from, at));
    from = at + 1;
    isTelling = false;
  }
  return words;
}

function isPath(word: string): boolean {
  if (PATH.test(word)) return /\p{L}/u.test(word) && word !== "and/or";
  const extension = FILE.exec(word)?.[1];
  return extension !== undefined && EXTENSIONS.has(extension.toLowerCase());
}

function isExactId(word: string, { isResult }: IndexedText): boolean {
  if (NUMBER.test(word)) return isResult !== true;
  return UUID.test(word) || TASK_KEY.test(word) || HEX.test(word) || NAMED.test(word);
}

function errorLines({ text, isError }: IndexedText): readonly string[] {
  const mayHold = ERROR_WORD.test(text) || ERROR_CODE.test(text);
  const lines = mayHold ? tellingLines(text) : [];
  if (lines.length > 0 || isError !== true) return lines;
  const first = text.split("\n", 1)[0] ?? "";
  return [headOf(first, COMPACTION_LIMITS.indexedErrorChars).trim()];
}

function tellingLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    if (lines.length === COMPACTION_LIMITS.indexedErrorsPerResult) break;
    const shown = headOf(line, COMPACTION_LIMITS.indexedErrorChars).trim();
    if (ERROR_WORD.test(shown) || ERROR_CODE.test(shown)) lines.push(shown);
  }
  return lines;
}
