import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { members } from "../../api/queries/organization.ts";
import { apiKeys, eventTypes } from "../../api/queries/settings.ts";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { Button } from "../../ui/button.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";

const WORDS = ["actor", "action", "credential", "entity", "from", "until"] as const;
const NOTHING = { actor: "", action: "", credential: "", entity: "", from: "", until: "" } as const;

/** What narrows the audit; it stands in the address, so that it can be sent to somebody. */
export function AuditToolbar(): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const people = useQuery(members).data?.data ?? [];
  const keys = useQuery(apiKeys).data?.data ?? [];
  const types = useQuery(eventTypes).data?.data ?? [];
  const topics = [...new Set(types.map(({ topic }) => topic))].toSorted();
  const actions = [
    ...topics.map((topic) => [`${topic}.`, `${topic}: all`] as const),
    ...types.map(({ type }) => [type, type] as const),
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterSelect
        word="actor"
        label="Who"
        all="Anybody"
        options={people.map(({ personId, name }) => [personId, name] as const)}
      />
      <FilterSelect word="action" label="What" all="Any change" options={actions} />
      <FilterSelect
        word="credential"
        label="With what"
        all="Any sign-in or key"
        options={keys.map(({ id, name }) => [id, `key ${name}`] as const)}
      />
      <DayField word="from" label="From" />
      <DayField word="until" label="Until" />
      {WORDS.some((word) => (words[word] ?? "") !== "") && (
        <Button look="quiet" icon={<X className="size-3.5" aria-hidden />} onClick={() => set(NOTHING)}>
          Clear
        </Button>
      )}
    </div>
  );
}

function DayField({ word, label }: { readonly word: "from" | "until"; readonly label: string }): ReactNode {
  const value = useSearchWords()[word] ?? "";
  const set = useSetSearchWords();
  return (
    <label className="flex items-center gap-1.5 text-xs text-soft">
      {label}
      <input
        type="date"
        className="touch-target h-8 rounded-sm border border-line bg-raised px-2 text-sm text-ink hover:border-line-strong"
        value={value}
        onChange={({ target }) => set({ [word]: target.value })}
      />
    </label>
  );
}
