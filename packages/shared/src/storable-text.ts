/** Replaces what Postgres text cannot hold or JSON cannot carry: NUL characters and lone surrogates. */
export function storableText(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").toWellFormed();
}

/** True when the text holds no NUL character and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
