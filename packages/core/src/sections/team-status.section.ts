import { oneLine } from "../text/cut-text.ts";
import { PROMPT_LIMITS } from "@cadre/shared";
import { defineSituationSection } from "./define-section.ts";

export const teamStatus = defineSituationSection({
  name: "team-status",
  source: "derived status of colleagues",
  render: (facts) => {
    const lines = (facts.teamStatus ?? []).slice(0, PROMPT_LIMITS.teamStatusLines).map(({ name, status }) => {
      return `- ${name}: ${oneLine(status, PROMPT_LIMITS.mailboxItemPreviewChars)}`;
    });
    return lines.length === 0 ? "" : ["## Team right now", ...lines].join("\n");
  },
});
