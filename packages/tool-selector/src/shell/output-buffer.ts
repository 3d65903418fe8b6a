/** Keeps the beginning and the end of an output of any length, in the order it arrived. */
export class OutputBuffer {
  readonly #halfBytes: number;
  readonly #head: string[] = [];
  readonly #tail: { readonly text: string; readonly bytes: number }[] = [];
  #headBytes = 0;
  #tailBytes = 0;
  #droppedBytes = 0;

  constructor(maxBytes: number) {
    this.#halfBytes = Math.floor(maxBytes / 2);
  }

  /** False once pieces no longer follow each other without a gap. */
  get isWhole(): boolean {
    return this.#tail.length === 0;
  }

  append(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.isWhole && this.#headBytes + bytes <= this.#halfBytes) {
      this.#head.push(text);
      this.#headBytes += bytes;
      return;
    }
    this.#tail.push({ text, bytes });
    this.#tailBytes += bytes;
    for (let [oldest] = this.#tail; oldest !== undefined && this.#tailBytes > this.#halfBytes; [oldest] = this.#tail) {
      if (this.#tail.length === 1) break;
      this.#tail.shift();
      this.#tailBytes -= oldest.bytes;
      this.#droppedBytes += oldest.bytes;
    }
  }

  text(): string {
    const tail = this.#tail.map(({ text }) => text).join("");
    const notice =
      this.#droppedBytes === 0
        ? ""
        : `\n[… ${this.#droppedBytes} bytes left out here. Send long output to a file and read parts of it …]\n`;
    return this.#head.join("") + notice + tail;
  }
}
