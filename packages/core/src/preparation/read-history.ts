import { type Message, type SessionEntry, textOf } from "@cadre/domain";
import { COLLAPSE_MARKER, COMPACTION_MARKER } from "../messages/markers.ts";
import { projectUnits } from "../projection/project.ts";
import type { Unit } from "../projection/to-units.ts";
import { type Capped, capUnit, type CapOptions } from "./cap-texts.ts";
import { pinnedByPeople, withinPinLimit, withPinnedBrief } from "./protect-units.ts";
import { type Counting, type SizedUnit, sizeUnit } from "./size-units.ts";

export type HistoryOptions = CapOptions & Counting;

/** A branch as it is shown before anything is left out, with what each unit counts. */
export type History = {
  readonly sized: readonly SizedUnit[];
  readonly capped: readonly Capped[];
  /** Entries whose pin no longer holds, because newer pins fill what pins may hold. */
  readonly unpinned: readonly string[];
};

/** Projects a branch, root first, and caps its texts (stages a and b of the ladder). */
export function readHistory(entries: readonly SessionEntry[], options: HistoryOptions): History {
  const history = capUnits(projectUnits(entries, { hasResultTool: options.hasResultTool }), options);
  const people = pinnedByPeople(entries);
  return people.size === 0 ? history : { ...history, ...withinPinLimit(history.sized, people) };
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
  return capUnits(units, options);
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

function capUnits(units: readonly Unit[], options: HistoryOptions): History {
  const capped: Capped[] = [];
  const sized = withPinnedBrief(units).map((unit) => {
    const shown = capUnit(unit, options);
    capped.push(...shown.capped);
    return sizeUnit(shown.unit, options, { isWhole: shown.capped.length === 0 });
  });
  return { sized, capped, unpinned: [] };
}
