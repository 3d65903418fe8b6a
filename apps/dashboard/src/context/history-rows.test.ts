import { expect, test } from "vitest";
import type { HistoryLine } from "../api/queries/context.ts";
import { historyRows } from "./history-rows.ts";

function line(seq: number, change: Partial<HistoryLine> = {}): HistoryLine {
  return {
    id: `e${seq}`,
    seq,
    parentId: seq === 1 ? null : `e${seq - 1}`,
    kind: "note",
    tokens: 1,
    runId: null,
    step: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    chars: 1,
    head: "x",
    from: null,
    targetId: null,
    isPinned: null,
    label: null,
    tokensBefore: null,
    ...change,
  };
}

test("what stands before a compaction's kept tail is told by its summary, but pins stay", () => {
  const rows = historyRows(
    [
      line(1, { kind: "user-message", isPinned: true }),
      line(2),
      line(3),
      line(4, { kind: "compaction", targetId: "e3", tokensBefore: 900 }),
      line(5),
    ],
    "e5",
  );
  expect(rows.map(({ state }) => state)).toEqual(["sent", "folded", "sent", "sent", "sent"]);
  expect(rows.map(({ isPinned }) => isPinned)).toEqual([true, false, false, false, false]);
});

test("a branch that was left is told apart, and where another begins is marked", () => {
  const rows = historyRows([line(1), line(2), line(3), line(4, { parentId: "e1" }), line(5)], "e5");
  expect(rows.map(({ state }) => state)).toEqual(["sent", "left", "left", "sent", "sent"]);
  expect(rows.map(({ branchesFrom }) => branchesFrom)).toEqual([undefined, undefined, undefined, 1, undefined]);
});

test("the last word on a pin or a label holds, and marks themselves are shown to no model", () => {
  const rows = historyRows(
    [
      line(1),
      line(2),
      line(3, { kind: "pin", targetId: "e1", isPinned: true }),
      line(4, { kind: "pin", targetId: "e2", isPinned: true }),
      line(5, { kind: "pin", targetId: "e2", isPinned: false }),
      line(6, { kind: "label", targetId: "e1", label: "old" }),
      line(7, { kind: "label", targetId: "e1", label: "new" }),
    ],
    "e7",
  );
  expect(rows.map(({ isPinned }) => isPinned)).toEqual([true, false, false, false, false, false, false]);
  expect(rows[0]?.label).toBe("new");
  expect(rows.slice(2).every(({ state }) => state === "mark")).toBe(true);
});

test("a log whose entries name each other in a circle ends", () => {
  expect(historyRows([line(1, { parentId: "e2" }), line(2)], "e2")).toHaveLength(2);
});
