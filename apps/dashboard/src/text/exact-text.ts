import { safeText } from "./safe-text.ts";

/** A part of a text as it stands, or one letter of it that would not be seen, by its name. */
export type ExactPiece = { readonly kind: "seen" | "hidden"; readonly text: string };

/**
 * A text character by character, for whoever must know exactly what it says: what a screen would swallow, turn or hide (controls,
 * terminal sequences, marks of direction, invisible letters) stands there by its code point. Nothing falls away.
 */
export function exactPieces(text: string): ExactPiece[] {
  const pieces: ExactPiece[] = [];
  let seen = "";
  for (const letter of text) {
    if (!isHidden(letter)) {
      seen += letter;
      continue;
    }
    if (seen !== "") pieces.push({ kind: "seen", text: seen });
    seen = "";
    pieces.push({ kind: "hidden", text: nameOf(letter) });
  }
  if (seen !== "") pieces.push({ kind: "seen", text: seen });
  return pieces;
}

/** Look-alikes of a blank, which split words another way than they seem to. */
const ODD_BLANK = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad]/;

function isHidden(letter: string): boolean {
  return safeText(letter) !== letter || ODD_BLANK.test(letter);
}

function nameOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
