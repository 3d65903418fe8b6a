import { type Actor, requireRole, type Subtask, SubtaskTitle } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { requireOpenTask } from "./require-open-task.ts";
import { addSubtaskRows, endSubtaskRow, readSubtasks } from "./subtask-rows.ts";
import { readTask } from "../task-row.ts";

export type SubtaskRef = { readonly taskId: string; readonly subtaskId: string };

/** Adds a line to a task's checklist. */
export async function addSubtask(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly taskId: string; readonly title: string },
): Promise<Subtask> {
  if (actor.kind === "person") requireRole(actor, "member", "add subtasks");
  return transact(deps, actor, (tx) => addSubtaskIn(tx, input.taskId, SubtaskTitle.parse(input.title)));
}

/** Ticks a line off. */
export async function completeSubtask(deps: EngineDeps, actor: Actor, input: SubtaskRef): Promise<Subtask> {
  if (actor.kind === "person") requireRole(actor, "member", "complete subtasks");
  return transact(deps, actor, (tx) => endSubtaskIn(tx, input, { status: "completed" }));
}

/** Strikes a line out, with the reason. */
export async function cancelSubtask(
  deps: EngineDeps,
  actor: Actor,
  input: SubtaskRef & { readonly reason: string },
): Promise<Subtask> {
  if (actor.kind === "person") requireRole(actor, "member", "cancel subtasks");
  return transact(deps, actor, (tx) => endSubtaskIn(tx, input, { status: "cancelled", reason: input.reason }));
}

/** The checklist in its order. */
export function listSubtasks(deps: EngineDeps, actor: Actor, input: { readonly taskId: string }): Promise<Subtask[]> {
  return transact(deps, actor, async (tx) => {
    await readTask(tx, input.taskId);
    return readSubtasks(tx, input.taskId);
  });
}

export async function addSubtaskIn(tx: Transaction, taskId: string, title: string): Promise<Subtask> {
  await requireOpenTask(tx, taskId);
  const [subtask] = await addSubtaskRows(tx, taskId, [title]);
  if (subtask === undefined) throw new Error("A subtask was inserted and not returned.");
  emitSubtask(tx, subtask);
  return subtask;
}

export async function endSubtaskIn(
  tx: Transaction,
  subtask: SubtaskRef,
  end: { readonly status: "completed" | "cancelled"; readonly reason?: string },
): Promise<Subtask> {
  await requireOpenTask(tx, subtask.taskId);
  const ended = await endSubtaskRow(tx, subtask, end);
  emitSubtask(tx, ended);
  return ended;
}

function emitSubtask(tx: Transaction, subtask: Subtask): void {
  tx.unit.emit({
    type: "task.subtask-changed",
    entity: { kind: "task", id: subtask.taskId },
    payload: { subtaskId: subtask.id, title: subtask.title, status: subtask.status },
    actor: tx.actor,
  });
}
