import { defineSituationSection } from "./define-section.ts";
import { deliverableLines } from "./deliverable-lines.ts";

export const projectDeliverables = defineSituationSection({
  name: "project-deliverables",
  source: "deliverables of the project",
  render: ({ deliverables, scenario }) =>
    scenario.isLightweight || deliverables === undefined || deliverables.length === 0
      ? ""
      : `## Deliverables so far\n${deliverableLines(deliverables)}`,
});
