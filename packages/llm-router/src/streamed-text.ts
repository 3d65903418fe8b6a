/** Text that arrives in pieces. Half a surrogate pair waits for its other half: alone it can neither be stored nor sent on. */
export class StreamedText {
  #text = "";
  #carry = "";

  /** All that was shown so far. */
  get text(): string {
    return this.#text;
  }

  /** Takes a piece; answers what may be shown now, perhaps nothing. */
  add(piece: string): string {
    const joined = this.#carry + piece;
    const endsInHalf = (joined.charCodeAt(joined.length - 1) & 0xfc00) === 0xd800;
    this.#carry = endsInHalf ? joined.slice(-1) : "";
    return this.#show(endsInHalf ? joined.slice(0, -1) : joined);
  }

  /** The text is over: half a character that never got its other half becomes a replacement character. */
  end(): string {
    const rest = this.#carry;
    this.#carry = "";
    return this.#show(rest);
  }

  #show(text: string): string {
    const wellFormed = text.toWellFormed();
    this.#text += wellFormed;
    return wellFormed;
  }
}
