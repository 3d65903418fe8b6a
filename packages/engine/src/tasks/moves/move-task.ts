import { nextTaskStatus, type TaskMove } from "@cadre/domain";
import type { Transaction } from "../../transaction.ts";
import { unfinishedBlockers } from "../blockers.ts";
import { parseSchedule } from "../schedule/stored-schedule.ts";
import { refuseStale } from "../refuse-stale.ts";
import { systemActor } from "../system-actor.ts";
import { lockTask, type TaskRow } from "../task-row.ts";
import { announceMove } from "./announce-move.ts";
import { cleanUpBeforeMove } from "./clean-up-before-move.ts";
import { checkMove } from "./move-checks.ts";
import { persistMove } from "./persist-move.ts";
import { postReflection } from "./post-reflection.ts";
import { freedDependents, reEvaluateParent } from "./re-evaluate.ts";
import { askForReviewOf, tellAssignee } from "./tell-parties.ts";
import type { MoveRequest, TaskChange } from "./task-change.ts";
import { isWorkStarting, startWork } from "./start-work.ts";

/**
 * Makes one move with everything that follows it, in one transaction and in the order of agent-platform 2.1: clean-up, the row
 * itself, start of work, review and mail, dependents and parent, events and notices, reflection.
 */
export async function moveTask(tx: Transaction, taskId: string, request: MoveRequest): Promise<TaskRow> {
  const before = await lockTask(tx, taskId);
  refuseStale(before, request.version);
  nextTaskStatus(before.status, request.move);
  const move = await effectiveMove(tx, before, request.move);
  const change = await checkMove(tx, { task: before, move }, request);
  await cleanUpBeforeMove(tx, change);
  const after = await persistMove(tx, change);
  if (isWorkStarting(change)) await startWork(tx, after, { cause: `v${after.version}`, note: handOff(change) });
  if (change.submitId !== undefined && change.move === "submit") await askForReviewOf(tx, after, change.submitId);
  await tellAssignee(tx, change, after);
  for (const freed of await freedDependents(tx, after)) {
    await moveTask(tx, freed, { move: "unblock", by: systemActor(tx, "dependencies") });
  }
  await reEvaluateParent(tx, after);
  await announceMove(tx, change, after);
  if (change.move === "accept") await postReflection(tx, after);
  return after;
}

/** The note of a revision is the verdict, which the brief of the new round shows: said twice it would be read twice (PEER-T16). */
function handOff(change: TaskChange): string | undefined {
  return change.move === "revise" ? undefined : change.note;
}

/** An approval leads where the task can go: blocked behind open blockers, asleep until its time, else to work. */
async function effectiveMove(tx: Transaction, task: TaskRow, move: TaskMove): Promise<TaskMove> {
  if (move !== "approve") return move;
  const schedule = parseSchedule(task.schedule);
  if (schedule !== undefined && schedule.runNow !== true) return "arm";
  return (await unfinishedBlockers(tx, task.id)).length > 0 ? "block" : "approve";
}
