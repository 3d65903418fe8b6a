import type { ReactNode } from "react";
import type { DiffLine } from "./diff-lines.ts";
import { safeText } from "./safe-text.ts";

type DiffViewProps = { readonly lines: readonly DiffLine[] | "too-large"; readonly label: string };

/** What stayed, what went and what came, line by line, in a box that scrolls by itself. */
export function DiffView({ lines, label }: DiffViewProps): ReactNode {
  if (lines === "too-large") return <p className="mt-1 text-xs text-soft">It is too large to compare here.</p>;
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={safeText(label)}
      className="mt-1 max-h-80 overflow-auto rounded-md border border-line font-mono text-xs"
    >
      {lines.map((line, index) => (
        <div key={index} className={`flex px-2 whitespace-pre-wrap foreign-text ${LOOKS[line.kind]}`}>
          <span aria-hidden className="w-4 shrink-0 select-none">
            {SIGNS[line.kind]}
          </span>
          <span className="sr-only">{line.kind === "same" ? "" : `${line.kind}: `}</span>
          {safeText(line.text) || " "}
        </div>
      ))}
      {lines.length === 0 && <p className="px-2 py-1 text-soft">Both are empty.</p>}
    </div>
  );
}

const LOOKS = { added: "bg-good-soft text-good", removed: "bg-bad-soft text-bad", same: "text-soft" } as const;
const SIGNS = { added: "+", removed: "−", same: " " } as const;
