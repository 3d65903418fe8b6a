import { Fault } from "@cadre/shared";
import type { EntryKind } from "./session-entry.ts";

/** An entry's place in its session's tree, without what it says. */
export type TreeEntry = {
  readonly id: string;
  readonly seq: number;
  readonly parentId: string | null;
  readonly kind: EntryKind;
};

/** Moves of the head. They stand in the log and on no branch: they say where the next entry goes. */
const HEAD_MOVES: ReadonlySet<EntryKind> = new Set(["leaf", "revert"]);

export function isHeadMove(kind: EntryKind): boolean {
  return HEAD_MOVES.has(kind);
}

/**
 * The entries from the root to the named one, along their parents; of `null` none. Faults: `session.entry-not-found`,
 * `session.damaged` when a parent is missing or parents go round in a circle.
 */
export function pathTo(entries: readonly TreeEntry[], entryId: string | null): readonly TreeEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path: TreeEntry[] = [];
  for (let next = entryId; next !== null;) {
    const entry = byId.get(next);
    if (entry === undefined)
      throw path.length === 0 ? missingEntry(next) : damaged(`${next} is named as a parent and missing`);
    if (path.length === entries.length) throw damaged(`the parents of ${entryId} go round in a circle`);
    path.push(entry);
    next = entry.parentId;
  }
  return path.toReversed();
}

/** Where a log is taken up again: at an entry, which stays, or before one, which goes. */
export type ForkPosition = "before" | "at";

/**
 * The path that a fork keeps: up to the entry, or up to what stood before it, which must then be a user's message. Faults:
 * `session.entry-not-found`, `session.entry-not-forkable`, `session.damaged`.
 */
export function forkedPath(
  entries: readonly TreeEntry[],
  fork: { readonly entryId: string; readonly position: ForkPosition },
): readonly TreeEntry[] {
  const path = pathTo(entries, fork.entryId);
  const last = path.at(-1);
  if (fork.position === "at" && last !== undefined && !isHeadMove(last.kind)) return path;
  if (fork.position === "before" && last?.kind === "user-message") return path.slice(0, -1);
  const said = path.findLast(({ kind }) => kind === "user-message");
  const before = said === undefined ? "" : `, or before the message of a user that it follows, ${said.id}`;
  throw new Fault("not-found", "session.entry-not-forkable", {
    message:
      fork.position === "before"
        ? `Entry ${fork.entryId} is no message of a user, and only before one can the log be taken up again. Fork at this entry (position "at")${before}.`
        : `Entry ${fork.entryId} moved the head and is on no branch. Fork at an entry that says something${before}.`,
    field: "entryId",
    details: { kind: last?.kind, forkableBefore: said?.id },
  });
}

/**
 * The sequence numbers of a path as spans: first and last of each, in order. What is appended next, at `nextSeq`, begins an open span,
 * whose first number ends the list.
 */
export function branchSpans(path: readonly Pick<TreeEntry, "seq">[], nextSeq: number): readonly number[] {
  const spans: number[] = [];
  for (const { seq } of path) {
    if (spans.at(-1) === seq - 1) spans[spans.length - 1] = seq;
    else spans.push(seq, seq);
  }
  if (spans.at(-1) === nextSeq - 1) spans.pop();
  else spans.push(nextSeq);
  return spans;
}

/** One end of the tree: where its log stopped, and since when it is apart from the active branch. */
export type Branch = {
  readonly tipEntryId: string;
  readonly tipSeq: number;
  /** The last entry that it shares with the active branch; null when they share none. */
  readonly sharedEntryId: string | null;
  /** Entries of its own, after the shared ones; of the active branch all. */
  readonly entries: number;
  readonly isActive: boolean;
};

/** Every branch of a session, the active one first, then the newest. Fault: `session.damaged`. */
export function branchesOf(entries: readonly TreeEntry[], headEntryId: string | null): readonly Branch[] {
  const tree = entries.filter(({ kind }) => !isHeadMove(kind));
  const active = pathTo(tree, headEntryId);
  const activeIds = new Set(active.map(({ id }) => id));
  const parents = new Set(tree.map(({ parentId }) => parentId));
  const others = tree.filter(({ id }) => !parents.has(id) && !activeIds.has(id));
  const branches = others
    .toSorted((a, b) => b.seq - a.seq)
    .map((tip): Branch => {
      const path = pathTo(tree, tip.id);
      const own = path.findIndex(({ id }) => !activeIds.has(id));
      return {
        tipEntryId: tip.id,
        tipSeq: tip.seq,
        sharedEntryId: path[own - 1]?.id ?? null,
        entries: path.length - own,
        isActive: false,
      };
    });
  const head = active.at(-1);
  if (head === undefined) return branches;
  const shared = { tipEntryId: head.id, tipSeq: head.seq, sharedEntryId: null };
  return [{ ...shared, entries: active.length, isActive: true }, ...branches];
}

export function missingEntry(entryId: string): Fault {
  return new Fault("not-found", "session.entry-not-found", {
    message: `There is no entry ${entryId} in this session. List its entries to find it.`,
    field: "entryId",
  });
}

function damaged(what: string): Fault {
  return new Fault("unavailable", "session.damaged", {
    message: `The log of this session is damaged: ${what}. Nothing was changed. Restore it from a backup or import an export of it.`,
  });
}
