import { type ReactNode, useMemo } from "react";
import { exactPieces } from "../text/exact-text.ts";

/** The exact text that would be run. What a screen would hide stands out by its name, since it could hide the rest of a command. */
export function ExactAction({ text }: { readonly text: string }): ReactNode {
  const pieces = useMemo(() => exactPieces(text), [text]);
  const hasHidden = pieces.some(({ kind }) => kind === "hidden");
  return (
    <div>
      <pre
        tabIndex={0}
        role="region"
        aria-label="The exact action"
        className="max-h-60 overflow-auto rounded-sm bg-hover px-3 py-2 font-mono text-xs whitespace-pre-wrap foreign-text"
      >
        {pieces.map((piece, index) =>
          piece.kind === "seen" ? (
            piece.text
          ) : (
            <mark key={index} className="mx-px rounded-xs bg-bad-soft px-1 text-2xs font-semibold text-bad">
              {piece.text}
            </mark>
          ),
        )}
      </pre>
      {hasHidden && (
        <p className="mt-1 text-xs text-bad">
          It contains hidden characters, which are marked by their names. Look closely.
        </p>
      )}
    </div>
  );
}
