import { z } from "zod";
import { defineMailboxItem } from "../define-mailbox-item.ts";

/** The `task_status_update` with `triggerExecution` of the agent-platform document: it starts the round's run. */
export const taskExecution = defineMailboxItem({
  type: "task_execution",
  payload: z.object({ taskId: z.string(), taskKey: z.string(), taskTitle: z.string(), round: z.number().int().positive() }),
  priority: 1,
  lane: "task",
  scenario: "task_execution",
  starts: "task",
  isInformational: false,
  headline: ({ taskKey, taskTitle, round }) => `Work on ${taskKey} "${taskTitle}" (round ${round})`,
});
