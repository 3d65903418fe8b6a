import type { ReactNode } from "react";

/** A label with how many there are, when there are any. */
export function CountedLabel({ label, count }: { readonly label: string; readonly count: number }): ReactNode {
  return (
    <>
      {label}
      {count > 0 && <span className="ml-1.5 text-xs text-faint tabular-nums">{count.toLocaleString()}</span>}
    </>
  );
}
