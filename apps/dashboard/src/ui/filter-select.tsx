import type { ReactNode } from "react";
import { useSearchWords, useSetSearchWords } from "../shell/use-search-words.ts";
import { Choice } from "./choice.tsx";

type FilterSelectProps = {
  /** The word of the address that it sets. */
  readonly word: string;
  readonly label: string;
  /** What it says while it narrows nothing. */
  readonly all: string;
  readonly options: readonly (readonly [value: string, label: string])[];
};

/** A filter that lives in the address. */
export function FilterSelect({ word, label, all, options }: FilterSelectProps): ReactNode {
  const value = useSearchWords()[word] ?? "";
  const set = useSetSearchWords();
  return (
    <select
      aria-label={label}
      className="touch-target h-8 max-w-44 rounded-sm border border-line bg-raised px-2 text-sm text-ink hover:border-line-strong data-[active=true]:border-accent data-[active=true]:bg-accent-soft"
      data-active={value !== ""}
      value={value}
      onChange={({ target }) => set({ [word]: target.value })}
    >
      <option value="">{all}</option>
      {options.map(([id, name]) => (
        <Choice key={id} value={id}>
          {name}
        </Choice>
      ))}
      {value !== "" && options.every(([id]) => id !== value) && <Choice value={value}>{value}</Choice>}
    </select>
  );
}
