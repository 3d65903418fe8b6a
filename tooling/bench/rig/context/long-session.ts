import { type EntryPayload, NO_USAGE, type SessionEntry } from "@cadre/domain";
import { messageTexts } from "./corpus.ts";

const MEAN_CHARS = 800;

/** Makes long sessions of one kind: a brief, then replies with one call each and their results. */
export type LongSessions = {
  /** As many messages; another `name` makes other texts of the same length. */
  session(messages: number, name: string): readonly SessionEntry[];
};

export function longSessions(seed: number): LongSessions {
  const texts = messageTexts(seed, MEAN_CHARS);
  return {
    session(messages, name) {
      const entries: SessionEntry[] = [];
      const push = (payload: EntryPayload): string => {
        const id = `ent_${name}_${entries.length}`;
        entries.push({ id, parentId: entries.at(-1)?.id ?? null, payload });
        return id;
      };
      // A copy, so that no two messages share one string and with it what the runtime knows of that.
      const text = (): string =>
        Buffer.from(`${texts[entries.length % texts.length]}${name}${entries.length}`).toString();
      push({
        kind: "user-message",
        v: 1,
        content: [{ type: "text", text: "TASK EXECUTION\nKeep going." }],
        isPinned: true,
      });
      while (entries.length < messages) step(push, text, `call_${entries.length}`);
      return entries.slice(0, messages);
    },
  };
}

function step(push: (payload: EntryPayload) => string, text: () => string, callId: string): void {
  const assistantEntryId = push({
    kind: "assistant-message",
    v: 1,
    content: [
      { type: "text", text: text() },
      { type: "tool-call", callId, name: "file_read", args: { path: `src/${callId}.ts` } },
    ],
    model: { provider: "bench", model: "bench" },
    stopReason: "tool-use",
    usage: NO_USAGE,
    isSimulated: true,
  });
  push({ kind: "tool-result", v: 1, assistantEntryId, callId, name: "file_read", outcome: "done", text: text() });
}

/** The texts of a session's messages, for a peer that only counts them. */
export function textsOf(entries: readonly SessionEntry[]): readonly string[] {
  return entries.flatMap(({ payload }) => {
    if (payload.kind === "tool-result") return [payload.text];
    if (payload.kind !== "assistant-message" && payload.kind !== "user-message") return [];
    return payload.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  });
}
