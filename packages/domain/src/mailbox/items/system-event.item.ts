import { z } from "zod";
import { defineMailboxItem } from "../define-mailbox-item.ts";

/** Something the system asks an agent to think about: post-task reflection, a settled background result. */
export const systemEvent = defineMailboxItem({
  type: "system_event",
  payload: z.object({ subject: z.enum(["reflection", "notice"]), text: z.string(), taskId: z.string().optional() }),
  priority: 1,
  isInternal: true,
  handling: () => ({ lane: "focus", starts: "turn", scenario: "heartbeat", isInformational: false }),
  headline: ({ subject, text }) => `${subject}: ${text.slice(0, 80)}`,
});
