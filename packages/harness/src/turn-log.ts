import type { AssistantMessageEntry, SessionEntry, ToolCallBlock, ToolResultEntry } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import type { CallRecord } from "./loop-detector.ts";

/** The newest reply of the log with what is known of its calls. */
export type OpenReply = {
  readonly entryId: string;
  readonly payload: AssistantMessageEntry;
  readonly calls: readonly ToolCallBlock[];
  /** Calls that have no result entry yet, in the order of the reply. */
  readonly unanswered: readonly ToolCallBlock[];
};

/** What the loop needs to know of a log, derived anew from its entries at each step: no state survives in memory. */
export type TurnLog = {
  /** Steps of this turn so far: replies since the newest user message. */
  readonly steps: number;
  /** The newest entry that is a reply or input to one; undefined in an empty log. */
  readonly last: SessionEntry | undefined;
  readonly lastReply: OpenReply | undefined;
  /** Finished calls of this turn, oldest first. */
  readonly calls: readonly CallRecord[];
  /** Topics of the engine's notes since the newest user message. */
  readonly notes: ReadonlySet<string>;
};

export function readTurnLog(entries: readonly SessionEntry[]): TurnLog {
  const spoken = entries.filter(({ payload }) => SPOKEN.has(payload.kind));
  const start = spoken.findLastIndex(({ payload }) => payload.kind === "user-message");
  const turn = spoken.slice(Math.max(0, start));
  const results = new Map<string, ToolResultEntry>();
  const notes = new Set<string>();
  let lastReply: OpenReply | undefined;
  let steps = 0;
  for (const { payload } of turn) {
    if (payload.kind === "tool-result") results.set(resultKey(payload.assistantEntryId, payload.callId), payload);
    if (payload.kind === "note") notes.add(payload.topic);
  }
  const calls: CallRecord[] = [];
  for (const { id, payload } of turn) {
    if (payload.kind !== "assistant-message") continue;
    steps += 1;
    const made = payload.content.filter((block) => block.type === "tool-call");
    const unanswered = made.filter((call) => !results.has(resultKey(id, call.callId)));
    lastReply = { entryId: id, payload, calls: made, unanswered };
    for (const call of made) {
      const result = results.get(resultKey(id, call.callId));
      if (result === undefined) continue;
      const answer = result.outcome === "unknown" ? undefined : result.text;
      calls.push({ name: call.name, args: canonicalJson(call.args), result: answer });
    }
  }
  return { steps, last: spoken.at(-1), lastReply, calls, notes };
}

const SPOKEN: ReadonlySet<string> = new Set(["user-message", "assistant-message", "tool-result", "note"]);

function resultKey(entryId: string, callId: string): string {
  return `${entryId} ${callId}`;
}
