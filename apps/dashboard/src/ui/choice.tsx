import type { ReactNode } from "react";
import { safeText } from "../text/safe-text.ts";

/** A line of a select. Somebody may have named it: its words are made safe here. */
export function Choice({ value, children }: { readonly value: string; readonly children: string }): ReactNode {
  return <option value={value}>{safeText(children)}</option>;
}

type Named = { readonly id: string; readonly name: string };

/** A line of a select for each of a list. */
export function NamedChoices({ of }: { readonly of: readonly Named[] }): ReactNode {
  return of.map(({ id, name }) => (
    <Choice key={id} value={id}>
      {name}
    </Choice>
  ));
}
