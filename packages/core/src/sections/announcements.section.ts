import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { defineSituationSection } from "./define-section.ts";

export const announcements = defineSituationSection({
  name: "announcements",
  source: "system announcements in force",
  render: (facts) => {
    const shown = facts.announcements.slice(0, PROMPT_LIMITS.announcements);
    const lines = shown.map(({ text }) => `- ${oneLine(text, PROMPT_LIMITS.announcementChars)}`);
    return lines.length === 0 ? "" : ["## Announcements", ...lines].join("\n");
  },
});
