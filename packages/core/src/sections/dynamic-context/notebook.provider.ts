import { PROMPT_LIMITS } from "@cadre/shared";
import type { NotebookFacts } from "../../situation-facts.ts";
import { cutText, oneLine } from "../../text/cut-text.ts";
import { ageLabel } from "../age-label.ts";
import { defineProvider } from "./define-provider.ts";

/** The agent's own workspace of thought, newest first, with what the engine and the preparation wrote into it. */
export const notebook = defineProvider({
  name: "notebook",
  source: "notebook entries of the agent",
  render: ({ notebook: entries, now }) => {
    const newest = entries.toSorted(
      (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.key < b.key ? -1 : 1),
    );
    const isOwn = ({ managedBy }: NotebookFacts): boolean => managedBy === "agent";
    const own = newest.filter(isOwn).slice(0, PROMPT_LIMITS.notebookAgentEntries);
    const others = newest.filter((entry) => !isOwn(entry)).slice(0, PROMPT_LIMITS.notebookEngineEntries);
    const shown = [...own, ...others].map((entry) => entryText(entry, now));
    return shown.length === 0 ? "" : ["## Notebook", ...shown].join("\n");
  },
});

function entryText({ key, text, managedBy, updatedAt }: NotebookFacts, now: Date): string {
  const title = oneLine(key, PROMPT_LIMITS.deliverableTitleChars);
  return `### ${title} (${managedBy}, ${ageLabel(updatedAt, now)})\n${cutText(text.trim(), PROMPT_LIMITS.notebookEntryChars)}`;
}
