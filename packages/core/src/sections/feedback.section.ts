import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { defineSituationSection } from "./define-section.ts";

export const feedback = defineSituationSection({
  name: "feedback",
  source: "feedback of people",
  render: (facts) => {
    const lines = facts.feedback.slice(0, PROMPT_LIMITS.feedbackItems).map(({ author, about, rating, text }) => {
      const rated = rating === undefined ? "" : ` [${rating}]`;
      return `- ${author} on ${about}${rated}: ${oneLine(text, PROMPT_LIMITS.feedbackChars)}`;
    });
    return lines.length === 0 ? "" : ["## What people said of your work, newest first", ...lines].join("\n");
  },
});
