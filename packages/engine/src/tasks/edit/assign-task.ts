import { type Actor, isTerminalTask, type Task, taskEditRefusal } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { refuseStale } from "../refuse-stale.ts";
import { requireAgent, requireReviewer } from "../task-people.ts";
import { lockTask, type TaskRow } from "../task-row.ts";
import { taskStanding } from "../task-standing.ts";
import { taskOf } from "../task-view.ts";
import { beginRound } from "./begin-round.ts";

export type AssignInput = { readonly taskId: string; readonly agentId: string; readonly version?: number };

/** Gives a task to another agent. Work under way stops, and the new assignee starts in a round of its own. */
export function assignTask(deps: EngineDeps, actor: Actor, input: AssignInput): Promise<Task> {
  return transact(deps, actor, async (tx) => taskOf(await assignTaskIn(tx, input)));
}

export async function assignTaskIn(tx: Transaction, input: AssignInput): Promise<TaskRow> {
  const task = await lockTask(tx, input.taskId);
  refuseStale(task, input.version);
  const refusal = taskEditRefusal(tx.actor, "assignee", await taskStanding(tx, task));
  if (refusal !== undefined) throw refusal;
  if (task.assigneeId === input.agentId) return task;
  if (isTerminalTask(task.status)) {
    throw new Fault("conflict", "task.closed", {
      message: `${task.key} is ${task.status}. Reopen or retry it, then assign it.`,
    });
  }
  await requireAgent(tx, input.agentId, "agentId");
  await requireReviewer(tx, { kind: task.reviewerKind, id: task.reviewerId }, { assigneeId: input.agentId });
  const after = isBegun(task)
    ? await beginRound(tx, task, { move: "assign", assigneeId: input.agentId })
    : await rename(tx, task, input);
  tx.unit.emit({
    type: "task.assigned",
    entity: { kind: "task", id: task.id },
    payload: { key: task.key, from: task.assigneeId, to: input.agentId, version: after.version, round: after.round },
    actor: tx.actor,
  });
  return after;
}

/** The session of a begun round belongs to the agent that began it. */
function isBegun(task: TaskRow): boolean {
  return task.startedAt !== null && (task.status === "in_progress" || task.status === "blocked");
}

async function rename(tx: Transaction, task: TaskRow, input: AssignInput): Promise<TaskRow> {
  const after = await tx.unit.first<TaskRow>(
    `update tasks set assignee_id = $3, version = version + 1, updated_at = cadre_now()
     where id = $1 and version = $2 returning *`,
    [task.id, task.version, input.agentId],
  );
  if (after === undefined) throw new Error(`Task ${task.id} was locked and still changed.`);
  return after;
}
