import { defineSituationSection } from "./define-section.ts";
import { deliverableLines } from "./deliverable-lines.ts";

export const sharedDeliverables = defineSituationSection({
  name: "shared-deliverables",
  source: "deliverables shared across projects",
  render: ({ sharedDeliverables: shared, scenario }) =>
    scenario.isLightweight || shared.length === 0 ? "" : `## Shared deliverables\n${deliverableLines(shared)}`,
});
