import { type SessionEntry, textOf } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import type { Unit } from "../projection/to-units.ts";
import type { SizedUnit } from "./size-units.ts";

/** What a task's brief says somewhere, for sessions whose brief was not pinned when it was appended. Fact M26. */
const BRIEF_MARKERS = ["TASK EXECUTION", "task_submit_review"];

/** The same history with its first message pinned when that is a task's brief. */
export function withPinnedBrief(units: readonly Unit[]): readonly Unit[] {
  const [first] = units;
  const [message] = first?.messages ?? [];
  if (first === undefined || first.kind !== "user" || first.isPinned || message === undefined) return units;
  const text = textOf(message);
  if (!BRIEF_MARKERS.some((marker) => text.includes(marker))) return units;
  return [{ ...first, isPinned: true }, ...units.slice(1)];
}

/** Entries that stand pinned because a person said so, not because of what they are. */
export function pinnedByPeople(entries: readonly SessionEntry[]): ReadonlySet<string> {
  const inherent = new Set<string>();
  const pinned = new Set<string>();
  for (const { id, payload } of entries) {
    if (payload.kind === "collapse-context" || (payload.kind === "user-message" && payload.isPinned === true)) {
      inherent.add(id);
    }
    if (payload.kind !== "pin") continue;
    if (payload.isPinned) pinned.add(payload.targetId);
    else pinned.delete(payload.targetId);
  }
  return new Set([...pinned].filter((id) => !inherent.has(id)));
}

/**
 * What people pinned holds 12,000 tokens together: the newest pins within them stay, older ones are as if they were not pinned. One
 * that stood only because of its pin, before a compaction, is gone with it.
 */
export function withinPinLimit(
  sized: readonly SizedUnit[],
  people: ReadonlySet<string>,
): { readonly sized: readonly SizedUnit[]; readonly unpinned: readonly string[] } {
  const lost = new Set<SizedUnit>();
  let tokens = 0;
  for (const each of sized.toReversed()) {
    const { unit } = each;
    if (!unit.isPinned || !unit.entryIds.some((id) => people.has(id))) continue;
    tokens += each.tokens;
    if (tokens > COMPACTION_LIMITS.pinnedByPeopleTokens) lost.add(each);
  }
  if (lost.size === 0) return { sized, unpinned: [] };
  const compaction = sized.findLastIndex(({ unit }) => unit.kind === "compaction");
  return {
    sized: sized
      .filter((each, at) => !lost.has(each) || at > compaction)
      .map((each) => (lost.has(each) ? { ...each, unit: { ...each.unit, isPinned: false } } : each)),
    unpinned: [...lost].toReversed().flatMap(({ unit }) => unit.entryIds.slice(0, 1)),
  };
}
