import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Says of a summary that it opens: one laid out as a row has lost the browser's own mark. */
export function FoldMark(): ReactNode {
  return (
    <ChevronRight
      className="size-3.5 shrink-0 text-faint transition-transform [[open]>summary_&]:rotate-90"
      aria-hidden
    />
  );
}
