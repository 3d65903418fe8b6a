import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { explainProblem } from "../api/problem.ts";
import type { Task, TaskMove, TaskPriority } from "../api/queries/tasks.ts";
import { counted } from "../format/numbers.ts";
import { placeTask } from "../live/task-caches.ts";
import { tellDone, tellProblem } from "../ui/toast.tsx";

export type BulkChange =
  | { readonly kind: "move"; readonly move: TaskMove }
  | { readonly kind: "priority"; readonly priority: TaskPriority }
  | { readonly kind: "assign"; readonly agentId: string };

/** Changes some tasks one after the other; what fails does not keep the rest from being done, and is told by name. */
export function useBulkChange(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ tasks, change }: { readonly tasks: readonly Task[]; readonly change: BulkChange }) => {
      const failed: { readonly task: Task; readonly error: unknown }[] = [];
      for (const task of tasks) {
        try {
          placeTask(client, await changeOne(task, change));
        } catch (error) {
          failed.push({ task, error });
        }
      }
      return { done: tasks.length - failed.length, failed };
    },
    onSuccess: ({ done, failed }) => {
      if (done > 0) tellDone(`${counted(done, "task")} changed`);
      const [first] = failed;
      if (first === undefined) return onDone();
      const others = failed.length > 1 ? ` and ${counted(failed.length - 1, "other")}` : "";
      tellProblem(first.error, `change ${first.task.key}${others}: ${explainProblem(first.error).happened}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["next-movers"] }),
  });
}

function changeOne(task: Task, change: BulkChange): Promise<Task> {
  const params = { taskId: task.id };
  const { version } = task;
  switch (change.kind) {
    case "move":
      return call("POST /tasks/:taskId/moves", { params, body: { move: change.move }, version });
    case "priority":
      return call("PATCH /tasks/:taskId", { params, body: { priority: change.priority }, version });
    case "assign":
      return call("POST /tasks/:taskId/assign", { params, body: { agentId: change.agentId }, version });
  }
}
