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
  const { before, after, cut } = atCut(entries);
  const kept = after.filter(({ payload }) => SPOKEN.has(payload.kind));
  const start = kept.findLastIndex(({ payload }) => payload.kind === "user-message");
  const turn = kept.slice(Math.max(0, start));
  const beganBefore = start === -1;
  const results = new Map<string, ToolResultEntry>();
  const notes = new Set<string>();
  let lastReply: OpenReply | undefined;
  let steps = beganBefore ? cut : 0;
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
  const last = kept.at(-1) ?? before.findLast(({ payload }) => SPOKEN.has(payload.kind));
  return { steps, last, lastReply, calls, notes };
}

/**
 * Steps of the turn that stand before an entry, for a compaction that keeps the log from there on: steps are counted on, so that caps and
 * reminders do not begin anew with each compaction.
 */
export function cutSteps(entries: readonly SessionEntry[], firstKeptEntryId: string): number {
  const from = entries.findIndex(({ id }) => id === firstKeptEntryId);
  const kept = from === -1 ? [] : entries.slice(from);
  const hasNewTurn = kept.some(({ payload }) => payload.kind === "user-message");
  return hasNewTurn ? 0 : readTurnLog(entries).steps - kept.filter(isReply).length;
}

type Cut = {
  readonly before: readonly SessionEntry[];
  readonly after: readonly SessionEntry[];
  /** Steps of the turn under way that are before the cut. */
  readonly cut: number;
};

/** A log at its newest compaction. What it left standing comes after the cut; of what comes before only a part may be loaded. */
function atCut(entries: readonly SessionEntry[]): Cut {
  const at = entries.findLastIndex(({ payload }) => payload.kind === "compaction");
  const payload = entries[at]?.payload;
  if (payload?.kind !== "compaction") return { before: [], after: entries, cut: 0 };
  const kept = entries.findIndex(({ id }) => id === payload.firstKeptEntryId);
  const from = kept === -1 ? at : Math.min(kept, at);
  return { before: entries.slice(0, from), after: entries.slice(from), cut: stepsIn(payload.details?.["turn"]) };
}

function stepsIn(turn: unknown): number {
  if (typeof turn !== "object" || turn === null || !("steps" in turn)) return 0;
  return typeof turn.steps === "number" ? turn.steps : 0;
}

function isReply({ payload }: SessionEntry): boolean {
  return payload.kind === "assistant-message";
}

const SPOKEN: ReadonlySet<string> = new Set(["user-message", "assistant-message", "tool-result", "note"]);

function resultKey(entryId: string, callId: string): string {
  return `${entryId} ${callId}`;
}
