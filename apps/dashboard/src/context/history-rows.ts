import type { HistoryLine } from "../api/queries/context.ts";

/** Where an entry stands: sent, told by a summary, on a branch that was left, or a mark that no model is shown. */
export type EntryState = "sent" | "folded" | "left" | "mark";

export type HistoryRow = {
  readonly line: HistoryLine;
  readonly state: EntryState;
  readonly isPinned: boolean;
  readonly label: string | undefined;
  /** The sequence number that it goes on from, where that is not the entry before it. */
  readonly branchesFrom: number | undefined;
};

const MARKS: readonly HistoryLine["kind"][] = [
  "pin",
  "label",
  "leaf",
  "revert",
  "title",
  "metadata",
  "model-change",
  "thinking-level",
  "custom",
];

/** The log with what its own marks say of it: pins, labels, branches, and what compactions stand for. */
export function historyRows(lines: readonly HistoryLine[], headEntryId: string | null): HistoryRow[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const active = activeBranch(lines, byId, headEntryId);
  const { pinned, labels } = marksOf(lines);
  const compaction = lines.findLast(({ id, kind }) => kind === "compaction" && active.has(id));
  const cutSeq = compaction === undefined ? 0 : (byId.get(compaction.targetId ?? "")?.seq ?? compaction.seq);
  return lines.map((line, at) => {
    const isPinned = pinned.has(line.id);
    return {
      line,
      isPinned,
      state: stateOf(line, { isActive: active.has(line.id), isFolded: line.seq < cutSeq && !isPinned }),
      label: labels.get(line.id),
      branchesFrom: branchOf(line, lines[at - 1], byId),
    };
  });
}

function stateOf(line: HistoryLine, at: { readonly isActive: boolean; readonly isFolded: boolean }): EntryState {
  if (MARKS.includes(line.kind)) return "mark";
  if (!at.isActive) return "left";
  return at.isFolded ? "folded" : "sent";
}

/** From the head back to the root. Of a log that is not read to its head yet, all of it. */
function activeBranch(
  lines: readonly HistoryLine[],
  byId: ReadonlyMap<string, HistoryLine>,
  headEntryId: string | null,
): ReadonlySet<string> {
  const active = new Set<string>();
  let at = byId.get(headEntryId ?? "") ?? lines.at(-1);
  while (at !== undefined && !active.has(at.id)) {
    active.add(at.id);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return active;
}

function marksOf(lines: readonly HistoryLine[]): {
  readonly pinned: ReadonlySet<string>;
  readonly labels: ReadonlyMap<string, string>;
} {
  const pinned = new Set<string>();
  const labels = new Map<string, string>();
  for (const { id, kind, targetId, isPinned, label } of lines) {
    if (kind === "user-message" && isPinned === true) pinned.add(id);
    if (targetId === null) continue;
    if (kind === "pin" && isPinned === true) pinned.add(targetId);
    if (kind === "pin" && isPinned === false) pinned.delete(targetId);
    if (kind === "label" && label !== null) labels.set(targetId, label);
    if (kind === "label" && label === null) labels.delete(targetId);
  }
  return { pinned, labels };
}

function branchOf(
  { parentId }: HistoryLine,
  before: HistoryLine | undefined,
  byId: ReadonlyMap<string, HistoryLine>,
): number | undefined {
  if (before === undefined || parentId === before.id) return undefined;
  return parentId === null ? 0 : byId.get(parentId)?.seq;
}
