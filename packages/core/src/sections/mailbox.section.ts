import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText, oneLine } from "../text/cut-text.ts";
import { defineSection } from "./define-section.ts";
import { elapsedLabel } from "./elapsed-label.ts";

/** What the agent is on, what waits, and how it decided lately (M60). */
export const mailbox = defineSection({
  name: "mailbox",
  source: "mailbox and decisions of the agent",
  render: ({ mailbox: facts, now }) => {
    if (facts === undefined) return "";
    const preview = (text: string): string => oneLine(text, PROMPT_LIMITS.mailboxItemPreviewChars);
    const { focus, queued, queuedTotal, mergedText } = facts;
    const top = queued.slice(0, PROMPT_LIMITS.mailboxTopItems);
    const decisions = facts.decisions.slice(0, PROMPT_LIMITS.recentDecisions);
    return [
      "## Your attention",
      focus === undefined
        ? "Current focus: none"
        : `Current focus: ${focus.type}: ${preview(focus.headline)} (${elapsedLabel(focus.since, now)})`,
      `Waiting in your mailbox: ${queuedTotal}`,
      ...top.map((item) => `- [p${item.priority}] ${item.type}: ${preview(item.headline)}`),
      ...(queuedTotal > top.length && top.length > 0 ? [`  … and ${queuedTotal - top.length} more`] : []),
      ...(decisions.length === 0 ? [] : ["Recent decisions, newest first:"]),
      ...decisions.map((decision) => `- ${decision.kind}: ${preview(decision.reason)}`),
      ...(mergedText === undefined
        ? []
        : [`Joined to what you are doing: ${cutText(mergedText.trim(), PROMPT_LIMITS.mailboxMergedChars)}`]),
    ].join("\n");
  },
});
