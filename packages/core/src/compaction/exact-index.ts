import { COMPACTION_LIMITS } from "@cadre/shared";
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

const URL_TEXT = /\bhttps?:\/\/[^\s"'`<>|\\^{}]+/g;
const WORD = /[^\s"'`<>()[\]{},;|=]+/g;
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

const ERROR_WORD =
  /\b(?:\w*(?:error|exception)|errno|fatal|panic(?:ked)?|traceback|failed|failure|segmentation fault)\b/i;
const ERROR_CODE = /\b(?:ERR!|E[A-Z]{4,}\b|TS\d{4}\b)/;

/** Reads paths, ids, web addresses and error lines out of texts, oldest first. Linear in their length. */
export function indexOf(texts: readonly IndexedText[]): ExactIndex {
  const paths = new Set<string>();
  const ids = new Set<string>();
  const urls = new Set<string>();
  const errors = new Set<string>();
  for (const indexed of texts) {
    const rest = indexed.text.replaceAll(URL_TEXT, (url) => {
      if (url.length <= COMPACTION_LIMITS.indexedWordChars) addNewest(urls, url.replace(TRAILING_SIGNS, ""));
      return " ";
    });
    for (const [found] of rest.matchAll(WORD)) {
      if (!mayBeExact(found)) continue;
      const word = found.replace(TRAILING_SIGNS, "");
      if (isPath(word)) addNewest(paths, word);
      else for (const part of [word, ...word.split(":")]) if (isExactId(part, indexed)) addNewest(ids, part);
    }
    for (const line of errorLines(indexed)) addNewest(errors, line);
  }
  return { paths: [...paths], ids: [...ids], urls: [...urls], errors: [...errors] };
}

/** Both, the newest mention of each last. */
export function joined(older: readonly string[], newer: readonly string[]): readonly string[] {
  const all = new Set(older);
  for (const text of newer) addNewest(all, text);
  return [...all];
}

function addNewest(set: Set<string>, text: string): void {
  if (text === "") return;
  set.delete(text);
  set.add(text);
}

/** The point, the slash and the digits stand side by side. */
const CODE = { point: 0x2e, nine: 0x39, backslash: 0x5c } as const;
const SHORTEST_EXACT_CHARS = 2;

/** Most words of a text are plain; this sorts them out before any pattern is tried. */
function mayBeExact(word: string): boolean {
  if (word.length < SHORTEST_EXACT_CHARS || word.length > COMPACTION_LIMITS.indexedWordChars) return false;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code >= CODE.point && code <= CODE.nine) return true;
    if (code === CODE.backslash) return true;
  }
  return false;
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
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    if (lines.length === COMPACTION_LIMITS.indexedErrorsPerResult) break;
    const shown = headOf(line, COMPACTION_LIMITS.indexedErrorChars).trim();
    if (ERROR_WORD.test(shown) || ERROR_CODE.test(shown)) lines.push(shown);
  }
  if (lines.length > 0 || isError !== true) return lines;
  const first = text.split("\n", 1)[0] ?? "";
  return [headOf(first, COMPACTION_LIMITS.indexedErrorChars).trim()];
}
