import { TASK_MOVE_EVENTS } from "@cadre/domain";
import type { NotificationInput, Transaction } from "../../transaction.ts";
import type { TaskRow } from "../task-row.ts";
import type { TaskChange } from "./task-change.ts";

/** Step 6: the event of the move, and a notice to people when the task ended or needs one of them. */
export async function announceMove(tx: Transaction, change: TaskChange, task: TaskRow): Promise<void> {
  tx.unit.emit({
    type: TASK_MOVE_EVENTS[change.move],
    entity: { kind: "task", id: task.id },
    payload: {
      key: task.key,
      title: task.title,
      projectId: task.projectId,
      move: change.move,
      from: change.before.status,
      to: task.status,
      version: task.version,
      round: task.round,
      assigneeId: task.assigneeId,
      reviewerKind: task.reviewerKind,
      reviewerId: task.reviewerId,
      note: change.note,
    },
    actor: change.actor,
  });
  const notice = noticeOf(change, task);
  if (notice !== undefined) await tx.notifications.notify(notice, recipients(task));
}

/** People who asked for a task hear of it; for the tasks of agents that is every owner and admin. */
function recipients(task: TaskRow): string[] | undefined {
  return task.createdByKind === "person" ? [task.createdById] : undefined;
}

function noticeOf(change: TaskChange, task: TaskRow): NotificationInput | undefined {
  const subject = `${task.key} "${task.title}"`;
  const about = {
    body: change.note ?? "",
    entity: { kind: "task", id: task.id },
    dedupeKey: `task:${task.id}:v${task.version}`,
  };
  if (change.move === "accept") return { ...about, type: "task_completed", title: `${subject} is completed` };
  if (change.move === "fail") return { ...about, type: "task_failed", priority: "high", title: `${subject} failed` };
  const needsPerson = change.move === "block" && change.actor.kind !== "person" && task.blockedReason !== null;
  return needsPerson
    ? { ...about, type: "task_blocked", priority: "high", title: `${subject} is blocked and needs an answer` }
    : undefined;
}
