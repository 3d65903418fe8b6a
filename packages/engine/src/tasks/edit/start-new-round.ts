import { type Actor, type Task, taskEditRefusal } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { refuseStale } from "../refuse-stale.ts";
import { lockTask } from "../task-row.ts";
import { taskStanding } from "../task-standing.ts";
import { taskOf } from "../task-view.ts";
import { beginRound } from "./begin-round.ts";

export type NewRoundInput = { readonly taskId: string; readonly note?: string; readonly version?: number };

/** Starts a task in progress over in a new round, with a clean session; description and notes stay (agent-platform 2.1). */
export function startNewRound(deps: EngineDeps, actor: Actor, input: NewRoundInput): Promise<Task> {
  return transact(deps, actor, async (tx) => {
    const task = await lockTask(tx, input.taskId);
    refuseStale(task, input.version);
    const refusal = taskEditRefusal(actor, "round", await taskStanding(tx, task));
    if (refusal !== undefined) throw refusal;
    if (task.status !== "in_progress") {
      throw new Fault("conflict", "task.not-in-progress", {
        message: `${task.key} is ${task.status}; only a task in progress can start over. Use the move that leads back to work.`,
      });
    }
    const after = await beginRound(tx, task, { move: "new-round", assigneeId: task.assigneeId, note: input.note });
    tx.unit.emit({
      type: "task.restarted",
      entity: { kind: "task", id: task.id },
      payload: { key: task.key, version: after.version, round: after.round },
      actor,
    });
    return taskOf(after);
  });
}
