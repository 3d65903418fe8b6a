import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText } from "../text/cut-text.ts";
import { defineSection } from "./define-section.ts";
import { wrapBlock } from "./wrap-block.ts";

/** Curated knowledge only; observations are found by search, never shown here (M45, M54). */
export const knowledge = defineSection({
  name: "knowledge",
  source: "agent's curated knowledge",
  render: (facts) => wrapBlock("memory", cutText(facts.knowledge?.trim() ?? "", PROMPT_LIMITS.knowledgeChars)),
});
