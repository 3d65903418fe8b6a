import { TASK_MOVES } from "@cadre/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Task, TaskMove, TaskStatus } from "../api/queries/tasks.ts";
import { placeTask } from "../live/task-caches.ts";
import { tellDone, tellProblem, tellUndoable } from "../ui/toast.tsx";
import { MOVE_WORDS, UNDO_OF } from "./task-words.ts";

export type MoveRequest = { readonly task: Task; readonly move: TaskMove; readonly note?: string };

/** Moves a task: the screen shows it at once, the server has the last word, and what can be taken back offers that. */
export function useMoveTask() {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ task, move, note }: MoveRequest) =>
      call("POST /tasks/:taskId/moves", {
        params: { taskId: task.id },
        body: { move, ...(note === undefined || note === "" ? {} : { note }) },
        version: task.version,
      }),
    onMutate: ({ task, move }) =>
      placeTask(client, { ...task, status: statusAfter(task.status, move), updatedAt: new Date().toISOString() }),
    onSuccess: (moved, { task, move }) => {
      placeTask(client, moved);
      const text = `${task.key} ${MOVE_WORDS[move].done}`;
      const back = UNDO_OF[move];
      if (back === undefined) tellDone(text);
      else tellUndoable(text, () => mutation.mutate({ task: moved, move: back }));
    },
    onError: (error, { task, move }) => {
      placeTask(client, task);
      tellProblem(error, `${MOVE_WORDS[move].label.toLowerCase()}: ${task.key}`);
    },
    onSettled: (_moved, _error, { task }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["tasks", "detail", task.id] }),
        client.invalidateQueries({ queryKey: ["next-movers"] }),
      ]),
  });
  return mutation;
}

/** Where a move leads by the table; the same status when it leads nowhere. */
export function statusAfter(status: TaskStatus, move: TaskMove): TaskStatus {
  const moves: Partial<Record<TaskMove, TaskStatus>> = TASK_MOVES[status];
  return moves[move] ?? status;
}

/** The moves of a status that people make, in the order of the table. Agents submit; people do not. */
export function movesOf(status: TaskStatus): TaskMove[] {
  const moves = Object.keys(TASK_MOVES[status]) as TaskMove[];
  return moves.filter((move) => move !== "submit" && move !== "arm");
}
