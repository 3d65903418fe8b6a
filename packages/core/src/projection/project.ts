import type { Message, SessionEntry } from "@cadre/domain";
import { type Unit, type UnitOptions, toUnits } from "./to-units.ts";

/**
 * The messages of a branch as a model may see them, before repairs and cuts. The branch is given root first; everything before the
 * last compaction's kept tail is its summary, with what is pinned standing before it (context-and-assist A.4; TW-27, TW-28).
 */
export function project(entries: readonly SessionEntry[], options: UnitOptions): readonly Message[] {
  return projectUnits(entries, options).flatMap((unit) => unit.messages);
}

export function projectUnits(entries: readonly SessionEntry[], options: UnitOptions): readonly Unit[] {
  return sinceCompaction(toUnits(entries, options));
}

function sinceCompaction(units: readonly Unit[]): readonly Unit[] {
  const last = units.findLastIndex((unit) => unit.kind === "compaction");
  const summary = units[last];
  if (summary === undefined) return units;
  const kept = summary.firstKeptEntryId;
  const found = units.findIndex((unit) => typeof kept === "string" && unit.entryIds.includes(kept));
  const from = found === -1 ? last : Math.min(found, last);
  const isConversation = (unit: Unit): boolean => unit.kind !== "compaction";
  return [
    ...units.slice(0, from).filter((unit) => unit.isPinned && isConversation(unit)),
    summary,
    ...units.slice(from, last).filter(isConversation),
    ...units.slice(last + 1),
  ];
}
