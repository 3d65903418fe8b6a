import { z } from "zod";
import { defineMailboxItem } from "../define-mailbox-item.ts";

/** Tells an assignee that a task moved. It starts nothing. */
export const taskStatusUpdate = defineMailboxItem({
  type: "task_status_update",
  payload: z.object({
    taskId: z.string(),
    taskKey: z.string(),
    taskTitle: z.string(),
    status: z.string(),
    note: z.string().optional(),
  }),
  priority: 1,
  lane: "focus",
  scenario: undefined,
  starts: "none",
  isInformational: true,
  headline: ({ taskKey, taskTitle, status }) => `${taskKey} "${taskTitle}" is now ${status}`,
});
