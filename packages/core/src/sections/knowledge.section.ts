import { PROMPT_LIMITS } from "@cadre/shared";
import type { KnowledgeFacts } from "../prompt-facts.ts";
import { cutText } from "../text/cut-text.ts";
import { defineSection } from "./define-section.ts";
import { wrapBlock } from "./wrap-block.ts";

/** Curated knowledge only; observations are found by search, never shown here (M45, M54). */
export const knowledge = defineSection({
  name: "knowledge",
  source: "agent's curated knowledge sections",
  render: (facts) => {
    const text = (facts.knowledge ?? []).map(sectionText).filter((each) => each !== "");
    return wrapBlock("memory", cutText(text.join("\n\n"), PROMPT_LIMITS.knowledgeChars));
  },
});

function sectionText({ title, text }: KnowledgeFacts): string {
  const body = text.trim();
  return body === "" || title === undefined ? body : `## ${title}\n${body}`;
}
