import type { CutMemory } from "../budget/trim-units.ts";
import { type Message, type SessionEntry, textOf } from "@cadre/domain";
import { COLLAPSE_MARKER, COMPACTION_MARKER } from "../messages/markers.ts";
import { projectUnits } from "../projection/project.ts";
import type { Unit } from "../projection/to-units.ts";
import { type Capped, capUnit, type CapOptions } from "./cap-texts.ts";
import { pinnedByPeople, withinPinLimit, withPinnedBrief } from "./protect-units.ts";
import { type Counting, messageCount, type SizedUnit, sizeUnit, totalTokens } from "./size-units.ts";

export type HistoryOptions = CapOptions & Counting;

/** A branch as it is shown before anything is left out, with what each unit counts. */
export type History = {
  readonly sized: readonly SizedUnit[];
  readonly capped: readonly Capped[];
  /** Entries whose pin no longer holds, because newer pins fill what pins may hold. */
  readonly unpinned: readonly string[];
  /** Of all units together. */
  readonly tokens: number;
  readonly messageCount: number;
  /** Of a history that was read before and has grown. */
  readonly cuts?: CutMemory | undefined;
};

/** Projects a branch, root first, and caps its texts (stages a and b of the ladder). */
export function readHistory(entries: readonly SessionEntry[], options: HistoryOptions): History {
  const history = capUnits(withPinnedBrief(projectUnits(entries, options)), options);
  const people = pinnedByPeople(entries);
  if (people.size === 0) return history;
  const { sized, unpinned } = withinPinLimit(history.sized, people);
  return { ...history, ...totalsOf(sized), sized, unpinned };
}

/** The same for messages that no log holds, or that were prepared before. `isPinned` names those that stay. */
export function readMessages(
  messages: readonly Message[],
  options: HistoryOptions & { readonly isPinned?: ((message: Message) => boolean) | undefined },
): History {
  const units: Unit[] = [];
  for (const message of messages) {
    const before = units.at(-1);
    const isResult = message.role === "tool" && before?.kind === "step" && before.messages.length === 1;
    if (isResult) units[units.length - 1] = { ...before, messages: [...before.messages, message] };
    else units.push(unitOf(message, options.isPinned));
  }
  return capUnits(withPinnedBrief(units), options);
}

function unitOf(message: Message, isPinned?: (message: Message) => boolean): Unit {
  const text = message.role === "user" ? textOf(message) : "";
  const isCompaction = text.startsWith(COMPACTION_MARKER);
  return {
    kind: isCompaction ? "compaction" : message.role === "user" ? "user" : "step",
    messages: [message],
    entryIds: [],
    isPinned: isPinned?.(message) === true || isCompaction || text.startsWith(COLLAPSE_MARKER),
    repairs: [],
    shortened: [],
  };
}

/** Caps and sizes units as they are. */
export function capUnits(units: readonly Unit[], options: HistoryOptions): History {
  const capped: Capped[] = [];
  const sized = units.map((unit) => {
    const shown = capUnit(unit, options);
    capped.push(...shown.capped);
    return sizeUnit(shown.unit, options, { isWhole: shown.capped.length === 0 });
  });
  return { sized, capped, unpinned: [], ...totalsOf(sized) };
}

function totalsOf(sized: readonly SizedUnit[]): Pick<History, "tokens" | "messageCount"> {
  return { tokens: totalTokens(sized), messageCount: messageCount(sized) };
}
