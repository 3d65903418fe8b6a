import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { branchesOf, branchSpans, forkedPath, pathTo, type TreeEntry } from "./entry-tree.ts";
import type { EntryKind } from "./session-entry.ts";

function entry(seq: number, parent: number | null, kind: EntryKind = "user-message"): TreeEntry {
  return { id: `ent_${seq}`, seq, parentId: parent === null ? null : `ent_${parent}`, kind };
}

/** A and B from the root; C after B; the head moved to A; D after A. */
const FORKED = [entry(1, null), entry(2, 1, "assistant-message"), entry(3, 2), entry(4, 3, "leaf"), entry(5, 1)];
const seqs = (path: readonly TreeEntry[]): readonly number[] => path.map(({ seq }) => seq);

test("a path goes from the root along the parents, whatever was appended meanwhile", () => {
  expect(seqs(pathTo(FORKED, "ent_5"))).toEqual([1, 5]);
  expect(seqs(pathTo(FORKED, "ent_3"))).toEqual([1, 2, 3]);
  expect(pathTo(FORKED, null)).toEqual([]);
  expect(() => pathTo(FORKED, "ent_9")).toThrow("There is no entry ent_9");
});

fact("TW-07", "parents that go round in a circle are an error, not a hang; so is a parent that is missing", () => {
  const circle = [entry(1, 3), entry(2, 1), entry(3, 2)];
  expect(() => pathTo(circle, "ent_2")).toThrow("the parents of ent_2 go round in a circle");
  expect(() => pathTo([entry(1, 1)], "ent_1")).toThrow("circle");
  expect(() => pathTo([entry(2, 1)], "ent_2")).toThrow("ent_1 is named as a parent and missing");
});

fact("TW-06", "a fork before a reply is refused, before the root it is empty, at an entry it holds that entry", () => {
  const fork = (entryId: string, position: "before" | "at"): readonly number[] =>
    seqs(forkedPath(FORKED, { entryId, position }));
  const refused = (forkableBefore: string) =>
    expect.objectContaining({
      kind: "not-found",
      code: "session.entry-not-forkable",
      message: expect.stringContaining(`before the message of a user that it follows, ${forkableBefore}`),
    });
  expect(() => fork("ent_2", "before")).toThrow(refused("ent_1"));
  expect(() => forkedPath([entry(1, null, "note")], { entryId: "ent_1", position: "before" })).toThrow(
    'Fork at this entry (position "at").',
  );
  expect(() => fork("ent_9", "at")).toThrow(expect.objectContaining({ code: "session.entry-not-found" }));
  expect(() => fork("ent_4", "at")).toThrow(refused("ent_3"));
  expect(fork("ent_1", "before")).toEqual([]);
  expect(fork("ent_3", "before")).toEqual([1, 2]);
  expect(fork("ent_3", "at")).toEqual([1, 2, 3]);
});

test("branches: the active one first with all its entries, the others with what they do not share", () => {
  expect(branchesOf(FORKED, "ent_5")).toEqual([
    { tipEntryId: "ent_5", tipSeq: 5, sharedEntryId: null, entries: 2, isActive: true },
    { tipEntryId: "ent_3", tipSeq: 3, sharedEntryId: "ent_1", entries: 2, isActive: false },
  ]);
  expect(branchesOf(FORKED, null).map(({ tipSeq, sharedEntryId }) => [tipSeq, sharedEntryId])).toEqual([
    [5, null],
    [3, null],
  ]);
});

test("spans name exactly the numbers of a path, and where the next entry goes", () => {
  expect(branchSpans([], 1)).toEqual([1]);
  expect(branchSpans(FORKED.slice(0, 3), 4)).toEqual([1]);
  expect(branchSpans(FORKED.slice(0, 1), 5)).toEqual([1, 1, 5]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), fc.integer({ min: 61, max: 63 }), (given, nextSeq) => {
      const path = given.toSorted((a, b) => a - b);
      const spans = branchSpans(
        path.map((seq) => ({ seq })),
        nextSeq,
      );
      expect(spans.length % 2).toBe(1);
      const isIn = (seq: number): boolean =>
        spans.some((from, at) => at % 2 === 0 && seq >= from && seq <= (spans[at + 1] ?? Infinity));
      const numbers = Array.from({ length: nextSeq - 1 }, (_, at) => at + 1);
      expect(numbers.filter(isIn)).toEqual(path);
      expect(isIn(nextSeq)).toBe(true);
    }),
  );
});

/** A random log: each entry's parent is the head, and the head may be moved to any entry before. */
const anyLog = fc.array(fc.option(fc.nat(30), { nil: undefined }), { maxLength: 30 }).map((moves) => {
  const log: TreeEntry[] = [];
  let head: number | null = null;
  for (const [at, move] of moves.entries()) {
    const said = log.filter(({ kind }) => kind !== "leaf");
    const target = move === undefined || said.length === 0 ? undefined : said[move % said.length];
    log.push(entry(at + 1, head, target === undefined ? "user-message" : "leaf"));
    head = target === undefined ? at + 1 : target.seq;
  }
  return { log, headId: head === null ? null : `ent_${head}` };
});

test("any log: paths rise, every entry that says something is on a branch, and moves are on none", () => {
  fc.assert(
    fc.property(anyLog, ({ log, headId }) => {
      const branches = branchesOf(log, headId);
      const onBranches = new Set(branches.flatMap(({ tipEntryId }) => seqs(pathTo(log, tipEntryId))));
      expect([...onBranches].toSorted((a, b) => a - b)).toEqual(seqs(log.filter(({ kind }) => kind !== "leaf")));
      expect(branches.filter(({ isActive }) => isActive).map(({ tipEntryId }) => tipEntryId)).toEqual(
        headId === null ? [] : [headId],
      );
      for (const { tipEntryId } of branches) {
        const path = seqs(pathTo(log, tipEntryId));
        expect(path).toEqual(path.toSorted((a, b) => a - b));
      }
    }),
  );
});
