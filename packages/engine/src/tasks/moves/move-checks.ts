import { nextTaskStatus, type TaskMove, taskMoveRefusal } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";
import { unfinishedBlockers, waitingTasks } from "../blockers.ts";
import { parseSchedule } from "../schedule/stored-schedule.ts";
import { latestSubmit, redAcceptChecks } from "../submits/submit-rows.ts";
import type { TaskRow } from "../task-row.ts";
import { taskStanding } from "../task-standing.ts";
import { routeReview } from "./route-review.ts";
import type { MoveRequest, Reviewer, TaskChange } from "./task-change.ts";

const TO_WORK: readonly TaskMove[] = ["approve", "unblock", "revise", "reopen", "retry"];

/**
 * Passes a move through rights and the rules of its own, or throws the fault that says why not. `move` is what the request comes
 * down to: approving a task with open blockers blocks it.
 */
export async function checkMove(
  tx: Transaction,
  { task, move }: { task: TaskRow; move: TaskMove },
  request: MoveRequest,
): Promise<TaskChange> {
  const actor = request.by ?? tx.actor;
  const note = request.note?.trim() === "" ? undefined : request.note?.trim();
  if (move === "submit" && request.submitId === undefined) refuseBareSubmit(task);
  const refusal = taskMoveRefusal(actor, request.move, await taskStanding(tx, task));
  if (refusal !== undefined) throw refusal;
  if (move === "arm" && parseSchedule(task.schedule) === undefined) refuseUnscheduled(task);
  if (move === "revise" && note === undefined) refuseSilentRevision();
  const isHeld = request.move === "block" && request.isForBlockers !== true;
  if (isHeld && actor.kind === "agent" && note === undefined) refuseSilentBlock();
  if (TO_WORK.includes(move)) await refuseOpenBlockers(tx, task);
  if (TO_WORK.includes(move)) await refuseDeletedAssignee(tx, task);
  if (move === "archive") await refuseAwaited(tx, task);
  return {
    before: task,
    actor,
    move,
    to: nextTaskStatus(task.status, move),
    note,
    submitId: request.submitId ?? (await judgedSubmit(tx, task, move)),
    blockedReason: isHeld ? (note ?? null) : null,
    pausedBy: isHeld && actor.kind === "person" ? actor.id : null,
    reviewer: await reviewerAfter(tx, task, move),
  };
}

/** The submit a verdict judges. Acceptance needs its accept-stage checks green (I7). */
async function judgedSubmit(tx: Transaction, task: TaskRow, move: TaskMove): Promise<string | undefined> {
  if (move !== "accept" && move !== "revise") return undefined;
  const submit = await latestSubmit(tx, task.id, task.round);
  if (submit === undefined) {
    throw new Fault("conflict", "task.no-submit", {
      message: `${task.key} has no submit in round ${task.round}, so there is nothing to judge. Cancel it, or reopen it later.`,
    });
  }
  if (move === "revise") return submit.id;
  const red = await redAcceptChecks(tx, task.id, submit.id);
  if (red.length === 0) return submit.id;
  throw new Fault("conflict", "task.checks-failed", {
    message: `${task.key} cannot be accepted: ${red.map((check) => `check "${check.name}" ${check.status}`).join(", ")}. Send it back with the reason.`,
    details: { checks: red },
  });
}

async function reviewerAfter(tx: Transaction, task: TaskRow, move: TaskMove): Promise<Reviewer> {
  return move === "submit" ? routeReview(tx, task) : { kind: task.reviewerKind, id: task.reviewerId };
}

async function refuseOpenBlockers(tx: Transaction, task: TaskRow): Promise<void> {
  const blockers = await unfinishedBlockers(tx, task.id);
  if (blockers.length === 0) return;
  throw new Fault("conflict", "task.blockers-open", {
    message: `${task.key} waits for ${blockers.map((blocker) => `${blocker.key} (${blocker.status})`).join(", ")}. Finish or remove them first.`,
    details: { blockers: blockers.map((blocker) => blocker.key) },
  });
}

/** An archived blocker frees nobody. */
async function refuseAwaited(tx: Transaction, task: TaskRow): Promise<void> {
  const waiting = await waitingTasks(tx, task.id);
  if (waiting.length === 0) return;
  throw new Fault("conflict", "task.awaited", {
    message: `${waiting.map(({ key }) => key).join(", ")} still wait for ${task.key}. Take the dependency away, or archive it when they have ended.`,
    details: { waiting: waiting.map(({ key }) => key) },
  });
}

async function refuseDeletedAssignee(tx: Transaction, task: TaskRow): Promise<void> {
  const agent = await tx.unit.first("select id from agents where id = $1 and deleted_at is null for share", [
    task.assigneeId,
  ]);
  if (agent !== undefined) return;
  throw new Fault("conflict", "task.assignee-deleted", {
    message: `The agent that ${task.key} is assigned to was deleted. Assign it to another agent first.`,
  });
}

function refuseBareSubmit(task: TaskRow): never {
  throw new Fault("forbidden", "task.submit-needs-work", {
    message: `${task.key} is submitted by its assignee with task_submit_review, which snapshots the work and runs its checks.`,
  });
}

function refuseUnscheduled(task: TaskRow): never {
  throw new Fault("conflict", "task.not-scheduled", {
    message: `${task.key} has no schedule to wait for. Approve it, or give it a schedule first.`,
  });
}

function refuseSilentRevision(): never {
  throw new Fault("invalid", "task.note-missing", {
    message: "Say what has to change: the note becomes the brief of the next round.",
    field: "note",
  });
}

function refuseSilentBlock(): never {
  throw new Fault("invalid", "task.note-missing", {
    message: "Say what you need to go on: people read the note and answer it.",
    field: "note",
  });
}
