import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 65_536;

export type WindowRequest = {
  /** First line shown, counted from 1. */
  readonly offset: number;
  readonly limitLines: number;
  readonly limitChars: number;
};

export type TextWindow =
  | { readonly kind: "binary" }
  | { readonly kind: "past-end"; readonly lines: number }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly lastLine: number;
      /** Where to read on; undefined at the end of the file. */
      readonly nextOffset: number | undefined;
      /** The line at `lastLine` alone exceeds the characters of a window and was cut. */
      readonly isLineCut: boolean;
    };

/** Reads some lines of a file of any size in constant memory: whole lines only, unless one line alone is too long. */
export async function readTextWindow(file: FileHandle, request: WindowRequest): Promise<TextWindow> {
  const window = new WindowReader(request);
  const decoder = new TextDecoder("utf-8");
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (let isFirst = true; ; isFirst = false) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
    const bytes = buffer.subarray(0, bytesRead);
    if (isFirst && bytes.includes(0)) return { kind: "binary" };
    const isEnd = bytesRead === 0;
    const isFull = window.take(decoder.decode(bytes, { stream: !isEnd }));
    if (isFull || isEnd) return window.result();
  }
}

class WindowReader {
  readonly #request: WindowRequest;
  #line = 1;
  /** Whole lines of the window. */
  #lines = "";
  /** The part of the current line read so far. */
  #open = "";
  #hasOpen = false;
  #nextOffset: number | undefined;
  #isLineCut = false;

  constructor(request: WindowRequest) {
    this.#request = request;
  }

  /** Takes the next piece of the file; true when nothing more is needed. */
  take(chunk: string): boolean {
    for (let at = 0; at < chunk.length;) {
      const lineBreak = chunk.indexOf("\n", at);
      const end = lineBreak < 0 ? chunk.length : lineBreak + 1;
      if (this.#takePiece(chunk.slice(at, end))) return true;
      if (lineBreak >= 0) this.#endLine();
      at = end;
    }
    return false;
  }

  #takePiece(piece: string): boolean {
    const { offset, limitLines, limitChars } = this.#request;
    this.#hasOpen = true;
    if (this.#line < offset) return false;
    if (this.#line >= offset + limitLines) {
      this.#nextOffset = this.#line;
      return true;
    }
    this.#open += piece;
    if (this.#lines.length + this.#open.length <= limitChars) return false;
    if (this.#lines === "") {
      this.#lines = wellFormedCut(this.#open, limitChars);
      this.#isLineCut = true;
      this.#line += 1;
    }
    this.#open = "";
    this.#nextOffset = this.#line;
    return true;
  }

  #endLine(): void {
    this.#lines += this.#open;
    this.#open = "";
    this.#hasOpen = false;
    this.#line += 1;
  }

  result(): TextWindow {
    const lines = this.#hasOpen ? this.#line : this.#line - 1;
    if (
      this.#nextOffset === undefined &&
      lines < this.#request.offset &&
      !(lines === 0 && this.#request.offset === 1)
    ) {
      return { kind: "past-end", lines };
    }
    return {
      kind: "text",
      text: this.#lines + this.#open,
      lastLine: this.#nextOffset === undefined ? lines : this.#nextOffset - 1,
      nextOffset: this.#nextOffset,
      isLineCut: this.#isLineCut,
    };
  }
}

/** Cuts without leaving half of a surrogate pair. */
function wellFormedCut(text: string, chars: number): string {
  const cut = text.slice(0, chars);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
