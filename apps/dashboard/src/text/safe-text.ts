import { withoutTerminalSequences } from "@cadre/domain";

/** What draws nothing: control characters but tab and line ends. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Marks that turn the direction of what follows, also of what we write ourselves; and what hides between letters. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const INVISIBLE = /[\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Text of people, models and tools, made harmless for a screen: terminal sequences, control characters, marks of direction and invisible
 * letters fall away, line ends become one kind. Letters of any script stay.
 */
export function safeText(text: string): string {
  return withoutTerminalSequences(text)
    .replace(/\r\n?/g, "\n")
    .replace(CONTROL, "")
    .replace(DIRECTION, "")
    .replace(INVISIBLE, "");
}

/** The beginning of a text that may be very long, and how much was left out. */
export function beginning(text: string, maxChars: number): { readonly text: string; readonly leftOut: number } {
  if (text.length <= maxChars) return { text, leftOut: 0 };
  // No half of a letter at the cut.
  const cut = text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
  return { text: cut, leftOut: text.length - cut.length };
}
