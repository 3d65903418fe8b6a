import { taskItemPriority } from "@cadre/domain";
import type { Transaction } from "../../transaction.ts";
import type { TaskRow } from "../task-row.ts";
import type { TaskChange } from "./task-change.ts";

/** Entering in_progress starts work at once. */
export function isWorkStarting(change: TaskChange): boolean {
  return change.to === "in_progress";
}

export type WorkStart = {
  /** Tells starts of one task apart, so that each is posted once. */
  readonly cause: string;
  /** What whoever moved it has to say to the assignee. A verdict is none: the brief of the next round shows it already. */
  readonly note?: string | undefined;
  readonly delayMs?: number;
};

/** Step 3: mail that starts the run of the task's round, in the session of that round. Nothing else of the task runs beside it. */
export async function startWork(tx: Transaction, task: TaskRow, start: WorkStart): Promise<void> {
  await tx.runs.stop(
    { taskId: task.id },
    { to: "cancelled", reason: `superseded: ${start.cause} of round ${task.round}`, kinds: ["task"] },
  );
  const { sessionId } = await tx.sessions.ensure({
    key: `task_${task.id}_r${task.round}`,
    agentId: task.assigneeId,
    kind: "task",
    taskId: task.id,
    title: `${task.key} ${task.title}`,
  });
  await tx.mailbox.post(
    task.assigneeId,
    {
      type: "task_status_update",
      payload: {
        taskId: task.id,
        taskKey: task.key,
        taskTitle: task.title,
        status: task.status,
        round: task.round,
        triggerExecution: true,
        ...(start.note === undefined ? {} : { note: start.note }),
      },
    },
    {
      taskId: task.id,
      sessionId,
      priority: taskItemPriority(task.priority),
      dedupeKey: `task:${task.id}:start:${start.cause}`,
      ...(start.delayMs === undefined ? {} : { delayMs: start.delayMs }),
    },
  );
}
