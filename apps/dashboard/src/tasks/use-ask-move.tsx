import { type ReactNode, useState } from "react";
import type { Task, TaskMove } from "../api/queries/tasks.ts";
import { type AskedMove, MoveDialog } from "./move-dialog.tsx";
import { MOVE_WORDS } from "./task-words.ts";
import { useMoveTask } from "./use-move-task.ts";

/** Makes one of some moves: at once when there is one that needs nothing, else after asking. The node is where it asks. */
export function useAskMove(): {
  readonly ask: (task: Task, moves: readonly TaskMove[]) => void;
  readonly node: ReactNode;
} {
  const [asked, setAsked] = useState<AskedMove>();
  const makeMove = useMoveTask();
  const ask = (task: Task, moves: readonly TaskMove[]): void => {
    const [only, ...others] = moves;
    if (only === undefined) return;
    if (others.length === 0 && !needsAsking(only)) makeMove.mutate({ task, move: only });
    else setAsked({ task, moves });
  };
  return { ask, node: asked === undefined ? null : <MoveDialog asked={asked} onClose={() => setAsked(undefined)} /> };
}

/** What needs words, or does what nothing brings back. */
function needsAsking(move: TaskMove): boolean {
  const words = MOVE_WORDS[move];
  return words.warning !== undefined || (words.note !== undefined && (words.note.isRequired || move === "reopen"));
}
