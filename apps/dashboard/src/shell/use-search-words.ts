import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";

export type SearchWords = Readonly<Record<string, string | undefined>>;

/** The words after the `?` of the address. */
export function useSearchWords(): SearchWords {
  const text = useRouterState({ select: ({ location }) => location.searchStr });
  return useMemo(() => Object.fromEntries(new URLSearchParams(text)), [text]);
}

/** Changes words of the address in place, so that a filter is no step of the way back; an empty one goes away. */
export function useSetSearchWords(): (words: SearchWords) => void {
  const navigate = useNavigate();
  const known = useSearchWords();
  return (words) => void navigate({ to: ".", search: { ...known, ...words }, replace: true });
}
