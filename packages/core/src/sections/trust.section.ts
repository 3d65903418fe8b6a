import { defineSection } from "./define-section.ts";

export const trust = defineSection({
  name: "trust",
  source: "agent.trustLevel",
  render: ({ trustLevel }) => (trustLevel === undefined ? "" : `Your trust level: ${trustLevel}.`),
});
