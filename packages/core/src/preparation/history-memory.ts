import type { SessionEntry } from "@cadre/domain";
import type { Cut } from "../budget/trim-units.ts";
import { toUnits } from "../projection/to-units.ts";
import { pinnedByPeople } from "./protect-units.ts";
import type { SizedUnit } from "./size-units.ts";
import { capUnits, type History, type HistoryOptions, readHistory } from "./read-history.ts";

/**
 * Reads a branch as `readHistory` does, with the same answer, and remembers it: what was read before is not read again. A history it
 * answered holds until it is asked again: the next one is made of the same list.
 */
export type HistoryMemory = (entries: readonly SessionEntry[], options: HistoryOptions) => History;

/** A memory for one session in one process. A call after an appended step then costs what the step costs, however long the log is. */
export function createHistoryMemory(): HistoryMemory {
  let known: Known | undefined;
  return (entries, options) => {
    const history = grown(known, entries, options) ?? readHistory(entries, options);
    known = remembered({ entries, options, history }, known);
    return history;
  };
}

type Read = { readonly entries: readonly SessionEntry[]; readonly options: HistoryOptions; readonly history: History };

/** A reading of which the beginning will be the same in every longer one: all before the newest reply, which may still get results. */
type Known = {
  readonly options: HistoryOptions;
  readonly history: History;
  /** The list that histories answer; grows in place, since a copy for each call would cost what the session is long. */
  readonly units: SizedUnit[];
  readonly length: number;
  readonly firstId: string | undefined;
  readonly lastId: string | undefined;
  readonly stableEntries: number;
  readonly stableUnits: number;
  readonly found: Map<string, Cut>;
};

/** The longer history, when nothing in what is new reaches back to what is known. */
function grown(
  known: Known | undefined,
  entries: readonly SessionEntry[],
  options: HistoryOptions,
): History | undefined {
  if (known === undefined || !isContinued(known, entries, options)) return undefined;
  const { stableEntries, stableUnits, found, history, units } = known;
  const next = capUnits(toUnits(entries.slice(stableEntries), options), options);
  const last = units.splice(stableUnits, units.length, ...next.sized);
  const lastIds = new Set(last.flatMap(({ unit }) => unit.entryIds));
  return {
    sized: units,
    capped: [...history.capped.filter(({ entryIds: [id = ""] }) => !lastIds.has(id)), ...next.capped],
    unpinned: [],
    tokens: history.tokens + next.tokens - last.reduce((sum, { tokens }) => sum + tokens, 0),
    messageCount:
      history.messageCount + next.messageCount - last.reduce((sum, { unit }) => sum + unit.messages.length, 0),
    cuts: { stable: stableUnits, found },
  };
}

/** A log only grows and an id stands in it once: its ends and its length tell whether it is the one that is known. */
function isContinued(known: Known, entries: readonly SessionEntry[], options: HistoryOptions): boolean {
  const { length, options: was } = known;
  if (entries[0]?.id !== known.firstId || entries[length - 1]?.id !== known.lastId) return false;
  if (options.capChars !== was.capChars || options.hasResultTool !== was.hasResultTool) return false;
  if (options.count !== was.count) return false;
  return !entries.slice(length).some(({ payload }) => payload.kind === "pin" || payload.kind === "compaction");
}

/** Undefined when the next reading must begin anew: people's pins weigh on each other, and a compaction moves what is shown. */
function remembered({ entries, options, history }: Read, before: Known | undefined): Known | undefined {
  const stableEntries = entries.findLastIndex(({ payload }) => payload.kind === "assistant-message");
  const replyId = entries[stableEntries]?.id;
  const hasGrown = before !== undefined && history.cuts?.found === before.found;
  if (replyId === undefined || !(hasGrown || isSimple(entries, stableEntries))) return undefined;
  const stableUnits = history.sized.findLastIndex(({ unit }) => unit.entryIds[0] === replyId);
  // The first unit may be a brief that is known by its words.
  if (stableUnits < 1) return undefined;
  return {
    options,
    history,
    units: hasGrown ? before.units : [...history.sized],
    length: entries.length,
    firstId: entries[0]?.id,
    lastId: entries.at(-1)?.id,
    stableEntries,
    stableUnits,
    found: history.cuts?.found ?? new Map<string, Cut>(),
  };
}

function isSimple(entries: readonly SessionEntry[], stableEntries: number): boolean {
  const compaction = entries.findLastIndex(({ payload }) => payload.kind === "compaction");
  return compaction < stableEntries && pinnedByPeople(entries).size === 0;
}
