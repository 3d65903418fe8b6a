import { z } from "zod";
import { defineMailboxItem } from "../define-mailbox-item.ts";

export const reviewRequest = defineMailboxItem({
  type: "review_request",
  payload: z.object({
    taskId: z.string(),
    taskKey: z.string(),
    taskTitle: z.string(),
    round: z.number().int().positive(),
    submitId: z.string(),
  }),
  priority: 1,
  isInternal: false,
  handling: () => ({ lane: "focus", starts: "turn", scenario: "review", isInformational: false }),
  headline: ({ taskKey, taskTitle, round }) => `Review ${taskKey} "${taskTitle}" (round ${round})`,
});
