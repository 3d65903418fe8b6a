export type PageLimits = { readonly lines: number; readonly bytes: number; readonly chars: number };

/** Where a page begins: a line, and a place in it for lines longer than a page. Both count from 1. */
export type PlaceInText = { readonly line: number; readonly column: number };

export type ResultPage = {
  readonly text: string;
  /** First and last line shown; a page past the end shows none. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly totalLines: number;
  /** Where to go on; undefined at the end. */
  readonly next: PlaceInText | undefined;
};

/**
 * Some lines of a text: whole ones, unless one alone is more than a page. Columns count UTF-16 units; no character is cut in two. Pages
 * that follow each other's `next` make up the whole text.
 */
export function resultPage(text: string, from: PlaceInText, limits: PageLimits): ResultPage {
  const start = startOfLine(text, from.line);
  const totalLines = countBreaks(text) + 1;
  if (start === undefined) return { text: "", firstLine: from.line, lastLine: 0, totalLines, next: undefined };
  const begin = wholeCharacter(text, Math.min(start + from.column - 1, endOfLine(text, start)));
  const fits = begin + fittingUnits(text.slice(begin, begin + Math.min(limits.chars, limits.bytes)), limits);
  const end = Math.min(wholeCharacter(text, fits), endOfLines(text, begin, limits.lines));
  if (end === text.length) {
    return { text: text.slice(begin), firstLine: from.line, lastLine: totalLines, totalLines, next: undefined };
  }
  const lastBreak = text.lastIndexOf("\n", end);
  // Of a page that ends inside a line the line is left for the next page, unless it is the only one.
  const cut = lastBreak >= begin ? lastBreak : end;
  const lastLine = from.line + countBreaks(text.slice(begin, cut));
  const next = lastBreak >= begin ? { line: lastLine + 1, column: 1 } : { line: lastLine, column: cut - start + 1 };
  return { text: text.slice(begin, cut), firstLine: from.line, lastLine, totalLines, next };
}

/** How many units of the text the limits hold, whole characters only. */
function fittingUnits(text: string, limits: PageLimits): number {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.min(limits.bytes, text.length * 3)));
  return read;
}

function startOfLine(text: string, line: number): number | undefined {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const found = text.indexOf("\n", start);
    if (found === -1) return undefined;
    start = found + 1;
  }
  return start;
}

function endOfLine(text: string, start: number): number {
  const found = text.indexOf("\n", start);
  return found === -1 ? text.length : found;
}

/** The end of the last of some lines, without its break. */
function endOfLines(text: string, start: number, lines: number): number {
  let end = endOfLine(text, start);
  for (let at = 1; at < lines && end < text.length; at += 1) end = endOfLine(text, end + 1);
  return end;
}

function countBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks += 1;
  return breaks;
}

/** The place itself, or the character before it when it would split a pair. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at - 1 : at;
}
