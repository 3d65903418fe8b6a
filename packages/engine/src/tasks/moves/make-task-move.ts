import { type Actor, isTerminalTask, type Task, TaskMoveRequest } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { taskOf } from "../task-view.ts";
import { moveTask } from "./move-task.ts";

export type TaskMoveInput = TaskMoveRequest & { readonly taskId: string; readonly version?: number };

/** Makes one move by name. A cascading cancel takes with it what waits for the task and what it was split into. */
export async function makeTaskMove(deps: EngineDeps, actor: Actor, input: TaskMoveInput): Promise<Task> {
  const { taskId, version, ...rest } = input;
  const request = TaskMoveRequest.parse(rest);
  return transact(deps, actor, async (tx) => {
    const moved = await moveTask(tx, taskId, {
      move: request.move,
      ...(request.note === undefined ? {} : { note: request.note }),
      ...(version === undefined ? {} : { version }),
    });
    if (request.move === "cancel" && request.isCascade) await cancelWaiting(tx, taskId, request.note);
    return taskOf(moved);
  });
}

/** Cancels open children and blocked dependents, and theirs in turn. */
async function cancelWaiting(tx: Transaction, taskId: string, note: string | undefined): Promise<void> {
  const found = await tx.unit.query<{ id: string; status: Task["status"] }>(
    `select t.id, t.status from tasks t where t.organization_id = $2 and (t.parent_id = $1 or (t.status in ('pending', 'blocked')
       and exists (select 1 from task_dependencies d where d.task_id = t.id and d.blocker_id = $1))) order by t.number`,
    [taskId, tx.unit.organizationId],
  );
  for (const { id, status } of found) {
    const now = await tx.tasks.get(id);
    if (isTerminalTask(status) || isTerminalTask(now.status)) continue;
    await moveTask(tx, id, { move: "cancel", ...(note === undefined ? {} : { note }) });
    await cancelWaiting(tx, id, note);
  }
}
