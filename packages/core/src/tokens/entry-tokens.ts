import type { EntryPayload } from "@cadre/domain";
import { blockTokens, type TokenCounter } from "../budget/estimate-tokens.ts";
import { systemNote } from "../messages/markers.ts";

/** Counts made when entries were appended, by entry id, with the counter of the call they are used for. */
export type StoredTokens = ReadonlyMap<string, number>;

/**
 * What an entry counts when it is shown whole, for the log to store beside it. Undefined for entries that are not shown, or whose shown
 * text is made anew.
 */
export function entryTokens(payload: EntryPayload, count: TokenCounter): number | undefined {
  switch (payload.kind) {
    case "user-message":
      return payload.content.reduce((tokens, block) => tokens + blockTokens(block, count), 0);
    case "assistant-message":
      // Of a reply that was cut short only a part may be shown.
      if (payload.stopReason === "interrupted") return undefined;
      return payload.content.reduce((tokens, block) => tokens + blockTokens(block, count), 0);
    case "tool-result":
      return count(payload.callId) + count(payload.text);
    case "note":
      return count(systemNote(payload.text));
    default:
      return undefined;
  }
}
