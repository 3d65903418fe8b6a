import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText } from "../text/cut-text.ts";
import { defineSituationSection } from "./define-section.ts";
import { minuteIn } from "./minute-in.ts";

/** The newest words of a channel. In tier 3, so that the conversation itself keeps its bytes. */
export const channelHistory = defineSituationSection({
  name: "channel-history",
  source: "messages of the channel",
  render: ({ channel, organization }) => {
    const shown = channel?.messages.slice(-PROMPT_LIMITS.channelMessages) ?? [];
    if (channel === undefined || shown.length === 0) return "";
    const lines = shown.map(({ author, at, text }) => {
      const said = cutText(text.trim(), PROMPT_LIMITS.channelMessageChars).replaceAll("\n", "\n  ");
      return `- ${author}, ${minuteIn(at, organization.timeZone).time}: ${said}`;
    });
    return [`## Lately in ${channel.name}, oldest first`, ...lines].join("\n");
  },
});
