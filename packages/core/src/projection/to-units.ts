import {
  type AssistantMessageEntry,
  type Message,
  type SessionEntry,
  type ToolCallBlock,
  type ToolResultBlock,
  type ToolResultEntry,
  userText,
} from "@cadre/domain";
import { BRANCH_MARKER, COLLAPSE_MARKER, COMPACTION_MARKER, systemNote } from "../messages/markers.ts";
import type { Repair } from "../messages/sanitise.ts";
import { type Shortened, shownResult } from "./shown-result.ts";

/** The smallest piece of history that may be cut: a step with all its results, or one user message. */
export type Unit = {
  readonly kind: "user" | "step" | "compaction";
  readonly messages: readonly Message[];
  readonly entryIds: readonly string[];
  readonly isPinned: boolean;
  readonly repairs: readonly Repair[];
  readonly shortened: readonly Shortened[];
  /** Of a compaction: the first entry it left standing. */
  readonly firstKeptEntryId?: string | null;
};

export type UnitOptions = { readonly hasResultTool: boolean };

type OpenStep = {
  readonly id: string;
  readonly reply: AssistantMessageEntry;
  readonly results: { readonly id: string; readonly entry: ToolResultEntry }[];
  readonly repairs: Repair[];
};

const INTERRUPTED =
  "interrupted: no result was recorded for this call. It may have taken effect or not; check before you repeat it.";

/**
 * Reads a branch of a session, root first, as units. Results come to their call in the order of the calls, whatever their order in
 * the log; a call without one is answered as interrupted, never lost. Reads only: entries stay as they are (TW-34).
 */
export function toUnits(entries: readonly SessionEntry[], options: UnitOptions): readonly Unit[] {
  const pinned = pinnedIds(entries);
  const drafts: (Unit | OpenStep)[] = [];
  let open: OpenStep | undefined;
  for (const entry of entries) {
    const { id, payload } = entry;
    if (payload.kind === "assistant-message") {
      open = { id, reply: payload, results: [], repairs: [] };
      drafts.push(open);
    } else if (payload.kind === "tool-result") {
      takeResult(open, id, payload);
    } else {
      const unit = userUnit(entry, pinned);
      if (unit !== undefined) drafts.push(unit);
    }
  }
  return drafts.map((draft) => ("reply" in draft ? stepUnit(draft, pinned, options) : draft));
}

function stepUnit(step: OpenStep, pinned: ReadonlySet<string>, options: UnitOptions): Unit {
  const entryIds = [step.id];
  const repairs = [...step.repairs];
  const shortened: Shortened[] = [];
  const content: ToolResultBlock[] = [];
  for (const block of step.reply.content) {
    if (block.type !== "tool-call") continue;
    const result = step.results.find(({ entry }) => entry.callId === block.callId);
    if (result === undefined) {
      repairs.push({ rule: "interrupted-call", detail: `${block.name} (${block.callId}) had no result.` });
      content.push(interruptedResult(block));
      continue;
    }
    entryIds.push(result.id);
    const shown = shownResult(result.entry, options);
    if (shown.shortened !== undefined) shortened.push({ entryId: result.id, ...shown.shortened });
    content.push(shown.block);
  }
  const reply: Message = { role: "assistant", content: shownReply(step.reply) };
  return {
    kind: "step",
    messages: content.length === 0 ? [reply] : [reply, { role: "tool", content }],
    entryIds,
    isPinned: entryIds.some((id) => pinned.has(id)),
    repairs,
    shortened,
  };
}

/** Reasoning that was cut before it was signed is refused by the provider that began it. */
function shownReply(reply: AssistantMessageEntry): AssistantMessageEntry["content"] {
  if (reply.stopReason !== "interrupted") return reply.content;
  return reply.content.filter((block) => block.type !== "thinking" || block.signature !== undefined);
}

/** Puts a result to its call. One that answers no open call is left out and reported with the step it stands after. */
function takeResult(open: OpenStep | undefined, id: string, entry: ToolResultEntry): void {
  if (open === undefined) return;
  const isCalled = open.reply.content.some((block) => block.type === "tool-call" && block.callId === entry.callId);
  if (open.id !== entry.assistantEntryId || !isCalled) {
    open.repairs.push({
      rule: "orphan-result",
      detail: `${entry.name} (${entry.callId}) answers no call of its step.`,
    });
  } else if (open.results.some((result) => result.entry.callId === entry.callId)) {
    open.repairs.push({ rule: "duplicate-result", detail: `${entry.name} (${entry.callId}) was answered twice.` });
  } else {
    open.results.push({ id, entry });
  }
}

function interruptedResult(call: ToolCallBlock): ToolResultBlock {
  return { type: "tool-result", callId: call.callId, name: call.name, text: INTERRUPTED, isError: true };
}

/** What survives every cut: the brief, what a collapse handed over, and what a person pinned last. */
function pinnedIds(entries: readonly SessionEntry[]): ReadonlySet<string> {
  const pinned = new Set<string>();
  for (const { id, payload } of entries) {
    if (payload.kind === "collapse-context" || (payload.kind === "user-message" && payload.isPinned === true))
      pinned.add(id);
    if (payload.kind !== "pin") continue;
    if (payload.isPinned) pinned.add(payload.targetId);
    else pinned.delete(payload.targetId);
  }
  return pinned;
}

/** What a single entry says to the model, if anything. */
function userUnit({ id, payload }: SessionEntry, pinned: ReadonlySet<string>): Unit | undefined {
  const unit = (message: Message): Unit => {
    return { kind: "user", messages: [message], entryIds: [id], isPinned: pinned.has(id), repairs: [], shortened: [] };
  };
  switch (payload.kind) {
    case "user-message":
      return unit({ role: "user", content: payload.content });
    case "note":
      return unit(userText(systemNote(payload.text)));
    case "collapse-context":
      return isBlank(payload.summary) ? undefined : unit(userText(`${COLLAPSE_MARKER}\n${payload.summary}`));
    case "branch-summary":
      return isBlank(payload.summary) ? undefined : unit(userText(`${BRANCH_MARKER}\n${payload.summary}`));
    case "compaction":
      // One that says nothing folds nothing away: what it stands for is shown instead.
      if (isBlank(payload.summary)) return undefined;
      return {
        ...unit(userText(`${COMPACTION_MARKER}\n${payload.summary}`)),
        kind: "compaction",
        isPinned: true,
        firstKeptEntryId: payload.firstKeptEntryId,
      };
    default:
      return undefined;
  }
}

/** Also of what only claims to be a text: a summary that is none is not shown, and breaks nothing (TW-51). */
function isBlank(text: unknown): boolean {
  return typeof text !== "string" || text.trim() === "";
}
