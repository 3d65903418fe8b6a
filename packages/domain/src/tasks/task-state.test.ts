import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { allowedTaskMoves, mayTaskGo, nextTaskStatus, TASK_STATUSES, taskMoveBetween } from "./task-state.ts";

/** agent-platform 2.1, written out: from each status, every status it may go to. All other pairs are refused. */
const MATRIX = {
  pending: ["in_progress", "blocked", "rejected", "cancelled", "completed"],
  in_progress: ["review", "blocked", "failed", "cancelled"],
  blocked: ["in_progress", "cancelled"],
  review: ["completed", "in_progress", "cancelled"],
  completed: ["archived", "in_progress"],
  failed: ["in_progress", "archived"],
  rejected: ["archived"],
  cancelled: ["archived", "in_progress"],
  archived: [],
} as const satisfies Record<string, readonly string[]>;

fact("M61", "each of the 81 pairs of statuses is allowed exactly when the table lists it", () => {
  let pairs = 0;
  for (const from of TASK_STATUSES) {
    const allowed: readonly string[] = MATRIX[from];
    for (const to of TASK_STATUSES) {
      pairs += 1;
      expect({ from, to, isAllowed: mayTaskGo(from, to) }).toEqual({ from, to, isAllowed: allowed.includes(to) });
      expect(taskMoveBetween(from, to) !== undefined).toBe(allowed.includes(to));
    }
  }
  expect(pairs).toBe(81);
});

test("each move leads where the pair says, and any other is refused with the moves that are allowed", () => {
  for (const from of TASK_STATUSES) {
    for (const move of allowedTaskMoves(from)) expect(mayTaskGo(from, nextTaskStatus(from, move))).toBe(true);
  }
  expect(() => nextTaskStatus("review", "archive")).toThrow(
    expect.objectContaining({
      code: "task.illegal-move",
      details: { status: "review", move: "archive", allowedMoves: ["accept", "revise", "cancel"] },
    }),
  );
  expect(() => nextTaskStatus("archived", "reopen")).toThrow(/at its end/);
});
