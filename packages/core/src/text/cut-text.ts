/** The first `max` characters; a longer text ends in `…` and stays within `max`. Never splits a surrogate pair. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${headOf(text, max - 1)}…`;
}

/** Anything that single spaces between words would not be. */
const UNEVEN = /[^\S ]| {2}/;

/** A text on one line, cut: for lists of things people and agents named. */
export function oneLine(text: string, max: number): string {
  return cutText((UNEVEN.test(text) ? text.replaceAll(/\s+/g, " ") : text).trim(), max);
}

/** At most `chars` UTF-16 units from the front, whole characters only. */
export function headOf(text: string, chars: number): string {
  return isLowSurrogate(text, chars) ? text.slice(0, chars - 1) : text.slice(0, chars);
}

/** At most `chars` UTF-16 units from the end, whole characters only. */
export function tailOf(text: string, chars: number): string {
  const from = Math.max(0, text.length - chars);
  return isLowSurrogate(text, from) ? text.slice(from + 1) : text.slice(from);
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}
