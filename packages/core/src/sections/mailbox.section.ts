import { PROMPT_LIMITS } from "@cadre/shared";
import type { PromptFacts } from "../prompt-facts.ts";
import type { MailboxFacts } from "../situation-facts.ts";
import { cutText, oneLine } from "../text/cut-text.ts";
import { readText } from "../text/read-text.ts";
import { defineSituationSection } from "./define-section.ts";
import { elapsedLabel } from "./elapsed-label.ts";
import { hasTool } from "./has-tool.ts";
import { mailAdvice } from "./mail-advice.ts";

const NOTEBOOK = readText(new URL("./mailbox-notebook.md", import.meta.url));

/** What the agent is on, what waits and how to take it, and how it decided lately (M60). */
export const mailbox = defineSituationSection({
  name: "mailbox",
  source: "mailbox and decisions of the agent",
  render: (facts) => {
    if (facts.mailbox === undefined) return "";
    const { focus, decisions, mergedText } = facts.mailbox;
    const latest = decisions.slice(0, PROMPT_LIMITS.recentDecisions);
    return [
      "## Your attention",
      focus === undefined
        ? "Current focus: none"
        : `Current focus: ${focus.type}: ${preview(focus.headline)} (${elapsedLabel(focus.since, facts.now)})`,
      ...queueLines(facts.mailbox),
      ...adviceLines(facts, facts.mailbox),
      ...(latest.length === 0 ? [] : ["Recent decisions, newest first:"]),
      ...latest.map(({ kind, reason }) => `- ${kind}: ${preview(reason)}`),
      ...(mergedText === undefined
        ? []
        : [`Joined to what you are doing: ${cutText(mergedText.trim(), PROMPT_LIMITS.mailboxMergedChars)}`]),
    ].join("\n");
  },
});

function queueLines({ queued, queuedTotal }: MailboxFacts): readonly string[] {
  const top = queued.slice(0, PROMPT_LIMITS.mailboxTopItems);
  const hidden = queuedTotal - top.length;
  return [
    `Waiting in your mailbox: ${queuedTotal}`,
    ...top.map((item) => `- [p${item.priority}] ${item.type}: ${preview(item.headline)}`),
    ...(hidden > 0 && top.length > 0 ? [`  … and ${hidden} more`] : []),
  ];
}

function adviceLines(facts: PromptFacts, { queued }: MailboxFacts): readonly string[] {
  const advice = mailAdvice(queued.slice(0, PROMPT_LIMITS.mailboxTopItems).map(({ type }) => type));
  const notebook = queued.length > 0 && hasTool(facts, "update_notebook") ? [NOTEBOOK] : [];
  return [...(advice.length === 0 ? [] : ["When you take it up:", ...advice]), ...notebook];
}

function preview(text: string): string {
  return oneLine(text, PROMPT_LIMITS.mailboxItemPreviewChars);
}
