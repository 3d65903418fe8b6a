import { type Actor, type Task, TaskEdit } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { taskOf } from "../task-view.ts";
import { editTaskIn } from "./edit-task-in.ts";

export type TaskEditInput = TaskEdit & { readonly taskId: string; readonly version?: number };

/** Changes fields of a task without moving it; with a version only if nobody else was faster. */
export async function editTask(deps: EngineDeps, actor: Actor, input: TaskEditInput): Promise<Task> {
  const { taskId, version, ...edit } = input;
  const parsed = TaskEdit.parse(edit);
  return transact(deps, actor, async (tx) =>
    taskOf(await editTaskIn(tx, taskId, version === undefined ? { edit: parsed } : { edit: parsed, version })),
  );
}
