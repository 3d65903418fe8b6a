import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../../text/cut-text.ts";
import { ageLabel } from "../age-label.ts";
import { defineProvider } from "./define-provider.ts";

/** With whom the agent talks elsewhere; left out where little is shown (M57). */
export const conversations = defineProvider({
  name: "conversations",
  source: "conversations of the agent",
  render: ({ conversations: open, scenario, now }) => {
    if (scenario.isLightweight || open.length === 0) return "";
    const lines = open.slice(0, PROMPT_LIMITS.conversations).map((conversation) => {
      const title = oneLine(conversation.title, PROMPT_LIMITS.mailboxItemPreviewChars);
      return `- ${title} (with ${conversation.with}, ${ageLabel(conversation.lastAt, now)})`;
    });
    return ["## Your other conversations", ...lines].join("\n");
  },
});
