import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Sent } from "../api/endpoint-types.ts";
import { type Task, taskDetail, type TaskDetail } from "../api/queries/tasks.ts";
import { placeTask } from "../live/task-caches.ts";
import { tellDone, tellProblem } from "../ui/toast.tsx";

type TaskEdit = NonNullable<Sent<"PATCH /tasks/:taskId">["body"]>;

/**
 * Changes something about a task, tells that it is done or why not, and reads the task again.
 * @param onDone of a window that closes then; why not is told in the window itself
 */
export function useTaskChange<Wish>(task: TaskDetail, change: (wish: Wish) => Promise<Task>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      placeTask(client, changed);
      tellDone(`${task.key} changed`);
      onDone?.();
    },
    ...(onDone === undefined && { onError: (error: Error) => tellProblem(error, `change ${task.key}`) }),
    onSettled: () => client.invalidateQueries({ queryKey: taskDetail(task.id).queryKey }),
  });
}

/** Changes fields of a task, if nobody changed it meanwhile. */
export function useTaskEdit(task: TaskDetail, onDone?: () => void) {
  return useTaskChange(
    task,
    (edit: TaskEdit) =>
      call("PATCH /tasks/:taskId", { params: { taskId: task.id }, body: edit, version: task.version }),
    onDone,
  );
}
