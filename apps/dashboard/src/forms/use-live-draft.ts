import { useState } from "react";
import {
  changedFields,
  keepMine,
  overtakenFields,
  takeMineBack,
  takeTheirs,
  type Typed,
  typedSince,
  valuesOf,
  write,
} from "./live-draft.ts";

/** What a form has of a record that others may change while it is open. */
export type LiveDraft<Fields> = {
  /** What its fields show: what was typed, and the record as it is now where nothing was. */
  readonly values: Fields;
  /** Of `values` those that saving would change. */
  readonly change: Partial<Fields>;
  readonly isChanged: boolean;
  /** Something is changed, and nothing of it was written by somebody else meanwhile. */
  readonly maySave: boolean;
  /** Fields that somebody typed in, and somebody else wrote meanwhile. Nothing is saved before it is said whose words stay. */
  readonly overtaken: readonly (keyof Fields)[];
  readonly write: (values: Partial<Fields>) => void;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  /** Brings back what `takeTheirs` put aside, when there is something; what was typed there since goes aside for it. */
  readonly takeMineBack: (() => void) | undefined;
  /** To be called when what it was then is saved: what was typed since stays. */
  readonly saved: () => void;
};

type State<Fields> = { readonly typed: Typed<Fields>; readonly aside: Typed<Fields> };

/**
 * Keeps what is typed in a form apart from the record that it changes. Fields that nobody touched follow the record, so that the change can
 * be sent for the version it has now and overwrites nothing that its writer has not seen.
 * @param live the fields of the record as it is now, as values of JSON
 */
export function useLiveDraft<Fields extends object>(live: Fields): LiveDraft<Fields> {
  const [{ typed, aside }, setState] = useState<State<Fields>>({ typed: {}, aside: {} });
  const setTyped = (next: (now: Typed<Fields>) => Typed<Fields>): void =>
    setState((now) => ({ ...now, typed: next(now.typed) }));
  const changed = changedFields(live, typed);
  const overtaken = overtakenFields(live, typed);
  const values = valuesOf(live, typed);
  const change: Partial<Fields> = {};
  for (const field of changed) change[field] = values[field];
  return {
    values,
    change,
    isChanged: changed.length > 0,
    maySave: changed.length > 0 && overtaken.length === 0,
    overtaken,
    write: (next) => setTyped((now) => write(live, now, next)),
    keepMine: () => setTyped((now) => keepMine(live, now)),
    takeTheirs: () => setState((now) => takeTheirs(live, now.typed, now.aside)),
    takeMineBack: isEmpty(aside) ? undefined : () => setState((now) => takeMineBack(now.typed, now.aside)),
    saved: () => setState((now) => ({ typed: typedSince(now.typed, typed), aside: {} })),
  };
}

function isEmpty(typed: object): boolean {
  return Object.keys(typed).length === 0;
}
