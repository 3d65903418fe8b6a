import { z } from "zod";
import { defineMailboxItem } from "../define-mailbox-item.ts";

/**
 * Brings an agent the decision on something it asked for when no run of its waits for it any more (PEER-C40). It starts a turn only
 * when the agent has something to do about it.
 */
export const callbackResult = defineMailboxItem({
  type: "callback_result",
  payload: z.object({
    approvalId: z.string(),
    title: z.string(),
    decision: z.enum(["approved", "rejected", "answered", "expired"]),
    optionId: z.string().optional(),
    text: z.string().optional(),
    taskId: z.string().optional(),
    needsAction: z.boolean(),
  }),
  priority: 1,
  isInternal: false,
  handling: ({ needsAction }) => ({
    lane: "focus",
    starts: needsAction ? "turn" : "none",
    scenario: needsAction ? "heartbeat" : "",
    isInformational: !needsAction,
  }),
  headline: ({ title, decision, optionId, text }) =>
    `${decision}: ${title}${optionId === undefined ? "" : ` (${optionId})`}${text === undefined ? "" : `: ${text.slice(0, 200)}`}`,
});
