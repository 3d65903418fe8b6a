import { z } from "zod";
import { defineMailboxItem } from "../define-mailbox-item.ts";

/** Tells an assignee that a task moved. With `triggerExecution` it starts the run of the task's round. */
export const taskStatusUpdate = defineMailboxItem({
  type: "task_status_update",
  payload: z.object({
    taskId: z.string(),
    taskKey: z.string(),
    taskTitle: z.string(),
    status: z.string(),
    round: z.number().int().positive(),
    triggerExecution: z.boolean(),
    note: z.string().optional(),
  }),
  priority: 1,
  isInternal: false,
  handling: ({ triggerExecution }) =>
    triggerExecution
      ? { lane: "task", starts: "task", scenario: "task_execution", isInformational: false }
      : { lane: "focus", starts: "none", scenario: "", isInformational: true },
  headline: ({ taskKey, taskTitle, status, round, triggerExecution }) =>
    triggerExecution
      ? `Work on ${taskKey} "${taskTitle}" (round ${round})`
      : `${taskKey} "${taskTitle}" is now ${status}`,
});
