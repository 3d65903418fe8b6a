import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText, oneLine } from "../text/cut-text.ts";
import { defineSection } from "./define-section.ts";

export const projectDeliverables = defineSection({
  name: "project-deliverables",
  source: "deliverables of the project",
  render: ({ deliverables, scenario }) => {
    if (scenario.isLightweight || deliverables === undefined || deliverables.length === 0) return "";
    const lines = deliverables.map((deliverable) => {
      const title = oneLine(deliverable.title, PROMPT_LIMITS.deliverableTitleChars);
      const summary = oneLine(deliverable.summary ?? "", PROMPT_LIMITS.deliverablePreviewChars);
      return `- ${title} (${deliverable.type} ${deliverable.reference})${summary === "" ? "" : `: ${summary}`}`;
    });
    return `## Deliverables so far\n${cutText(lines.join("\n"), PROMPT_LIMITS.deliverablesChars)}`;
  },
});
