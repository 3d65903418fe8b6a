import { isTerminalTask, taskEditRefusal } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";
import { lockTask } from "../task-row.ts";
import { taskStanding } from "../task-standing.ts";

/**
 * Locks the task, so that its checklist cannot change under a submit. Faults: `task.closed` at an end, `task.not-allowed` for an
 * agent that has no part in it.
 */
export async function requireOpenTask(tx: Transaction, taskId: string): Promise<void> {
  const task = await lockTask(tx, taskId);
  const refusal = taskEditRefusal(tx.actor, "subtasks", await taskStanding(tx, task));
  if (refusal !== undefined) throw refusal;
  if (!isTerminalTask(task.status)) return;
  throw new Fault("conflict", "task.closed", {
    message: `${task.key} is ${task.status}, so its subtasks stay as they are.`,
  });
}
