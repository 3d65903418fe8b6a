import { type Actor, type Task, taskEditRefusal } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { moveTask } from "../moves/move-task.ts";
import { refuseStale } from "../refuse-stale.ts";
import { lockTask, readTask, type TaskRow } from "../task-row.ts";
import { taskStanding } from "../task-standing.ts";
import { taskOf } from "../task-view.ts";
import { parseSchedule } from "./stored-schedule.ts";

export type RunScheduleInput = { readonly taskId: string; readonly version?: number };

/**
 * Starts a scheduled task that rests until its time, now. It counts as a run. A paused schedule stays paused, and its instants stay
 * where they were. Faults: `task.not-scheduled`, `task.not-waiting`, `task.runs-used-up`, and those of starting work.
 */
export function runScheduleNow(deps: EngineDeps, actor: Actor, input: RunScheduleInput): Promise<Task> {
  return transact(deps, actor, async (tx) => {
    const task = await lockTask(tx, input.taskId);
    refuseStale(task, input.version);
    const refusal = taskEditRefusal(actor, "schedule", await taskStanding(tx, task));
    if (refusal !== undefined) throw refusal;
    refuseUnready(task);
    await tx.unit.query("update tasks set schedule_runs = schedule_runs + 1 where id = $1", [task.id]);
    await moveTask(tx, task.id, {
      move: task.status === "failed" ? "retry" : "reopen",
      note: `Scheduled run ${task.scheduleRuns + 1}, started by hand`,
    });
    await keepPause(tx, task);
    return taskOf(await readTask(tx, task.id));
  });
}

function refuseUnready(task: TaskRow): void {
  const schedule = parseSchedule(task.schedule);
  if (schedule === undefined) {
    throw new Fault("conflict", "task.not-scheduled", {
      message: `${task.key} has no schedule. Reopen it to work on it again, or give it a schedule first.`,
    });
  }
  if (task.status !== "completed" && task.status !== "failed") {
    throw new Fault("conflict", "task.not-waiting", {
      message: `${task.key} is ${task.status}, so it does not wait for its time. Let it come to its end first.`,
    });
  }
  if (schedule.maxRuns !== undefined && task.scheduleRuns >= schedule.maxRuns) {
    throw new Fault("conflict", "task.runs-used-up", {
      message: `${task.key} has run ${task.scheduleRuns} times, as often as its schedule allows. Raise maxRuns, or reopen it.`,
    });
  }
}

/** To reopen a task lifts the pause of its schedule; to run it once does not. */
async function keepPause(tx: Transaction, before: TaskRow): Promise<void> {
  if (before.schedulePausedAt === null) return;
  await tx.unit.query("update tasks set schedule_paused_at = $2 where id = $1", [before.id, before.schedulePausedAt]);
}
