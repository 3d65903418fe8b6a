import { unfinishedBlockers } from "../blockers.ts";
import { addBlockers, lockDependencies } from "../dependencies.ts";
import { moveTask } from "../moves/move-task.ts";
import { systemActor } from "../system-actor.ts";
import type { TaskRow } from "../task-row.ts";
import type { Transaction } from "../../transaction.ts";

/**
 * Makes these the blockers of a task and lets it follow: work stops while one is unfinished, and goes on when none is left. A task
 * that was blocked for another reason stays blocked.
 */
export async function setBlockers(tx: Transaction, task: TaskRow, blockerIds: readonly string[]): Promise<void> {
  await lockDependencies(tx);
  await tx.unit.query("delete from task_dependencies where task_id = $1 and blocker_id <> all($2::text[])", [
    task.id,
    [...blockerIds],
  ]);
  await addBlockers(tx, { taskId: task.id, blockerIds });
  const isBlocked = (await unfinishedBlockers(tx, task.id)).length > 0;
  if (isBlocked && task.status === "in_progress") {
    await moveTask(tx, task.id, { move: "block", isForBlockers: true });
  }
  const waitsOnlyForBlockers = task.status === "blocked" && task.blockedReason === null && task.pausedBy === null;
  if (!isBlocked && waitsOnlyForBlockers) {
    await moveTask(tx, task.id, { move: "unblock", by: systemActor(tx, "dependencies") });
  }
}
