import type { ReactNode } from "react";

type FactProps = { readonly label: string; readonly children: ReactNode };

/** A line of the facts: what it is, and its value. */
export function Fact({ label, children }: FactProps): ReactNode {
  return (
    <>
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="flex min-h-7 min-w-0 items-center truncate">{children}</dd>
    </>
  );
}
