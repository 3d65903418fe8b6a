import { z } from "zod";
import { defineMailboxItem } from "../define-mailbox-item.ts";

/** One beat: one occurrence of the agent's schedule that found eligible work. */
export const heartbeat = defineMailboxItem({
  type: "heartbeat",
  payload: z.object({ instant: z.string(), reasons: z.array(z.string()) }),
  priority: 3,
  isInternal: true,
  handling: () => ({ lane: "focus", starts: "turn", scenario: "heartbeat", isInformational: true }),
  headline: ({ reasons }) => `Beat: ${reasons.join(", ")}`,
});
