import { useSearchWords } from "./use-search-words.ts";

/** The token of a link that works once. */
export function useLinkToken(): string {
  return useSearchWords()["token"] ?? "";
}
