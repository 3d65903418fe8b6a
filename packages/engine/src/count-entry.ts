import { type Encoding, entryTokens, loadExactCounter } from "@cadre/core";
import type { EntryPayload } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import { askThread } from "./context-thread.ts";

/** The vocabulary that entries are counted with when they are appended. Models of another one calibrate these counts. */
export const STORED_ENCODING: Encoding = "o200k_base";

/**
 * What an entry counts by `STORED_ENCODING`, for the log to keep beside it: counted once, here. Undefined for entries that no prompt shows
 * as they are. Long ones are counted beside the event loop.
 */
export async function countEntry(payload: EntryPayload): Promise<number | undefined> {
  const [tokens] = await countEntries([payload]);
  return tokens;
}

/** The same for many, such as those of a log that was written before counts were kept. */
export async function countEntries(payloads: readonly EntryPayload[]): Promise<readonly (number | undefined)[]> {
  const chars = payloads.reduce((sum, payload) => sum + countedChars(payload), 0);
  if (chars > COMPACTION_LIMITS.countOnLoopMaxChars) {
    const { counts } = await askThread({ kind: "count", encoding: STORED_ENCODING, payloads });
    return counts ?? [];
  }
  if (chars === 0) return payloads.map(() => undefined);
  const count = await loadExactCounter(STORED_ENCODING);
  return payloads.map((payload) => entryTokens(payload, count));
}

/** The sum of what texts count by `STORED_ENCODING`. */
export async function countTexts(texts: readonly string[]): Promise<number> {
  if (texts.reduce((chars, text) => chars + text.length, 0) > COMPACTION_LIMITS.countOnLoopMaxChars) {
    const { tokens } = await askThread({ kind: "sum", encoding: STORED_ENCODING, texts });
    return tokens ?? 0;
  }
  const count = await loadExactCounter(STORED_ENCODING);
  return texts.reduce((tokens, text) => tokens + count(text), 0);
}

/** About as many characters as there are to count; 0 for entries that are not counted. */
export function countedChars(payload: EntryPayload): number {
  switch (payload.kind) {
    case "user-message":
    case "assistant-message":
      return payload.content.reduce((chars, block) => {
        if (block.type === "text" || block.type === "thinking") return chars + block.text.length;
        return chars + (block.type === "tool-call" ? JSON.stringify(block.args).length : 0) + 1;
      }, 1);
    case "tool-result":
    case "note":
      return payload.text.length + 1;
    default:
      return 0;
  }
}
