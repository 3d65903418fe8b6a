import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { defineSituationSection } from "./define-section.ts";
import { hasTool } from "./has-tool.ts";
import { relevantSkills } from "./relevant-skills.ts";

/** The skills that fit what is asked, one line each. In tier 3, because the choice changes with the question (M47). */
export const availableSkills = defineSituationSection({
  name: "available-skills",
  source: "installed skills, by relevance to the newest message",
  render: (facts) => {
    const { installed, query } = facts.skills ?? { installed: [], query: "" };
    if (installed.length === 0) return "";
    const shown = relevantSkills(installed, query, PROMPT_LIMITS.skills);
    const hidden = installed.length - shown.length;
    const more = hasTool(facts, "discover_tools") ? ": `discover_tools` lists them." : ".";
    return [
      "## Available skills",
      ...shown.map(({ name, category, description }) => {
        const title = oneLine(name, PROMPT_LIMITS.mailboxItemPreviewChars);
        const group = oneLine(category, PROMPT_LIMITS.mailboxItemPreviewChars);
        return `- **${title}** [${group}]: ${oneLine(description, PROMPT_LIMITS.skillDescriptionChars)}`;
      }),
      ...(hidden === 0 ? [] : [`  … and ${hidden} more${more}`]),
    ].join("\n");
  },
});
