import { defineSection } from "./define-section.ts";

/** Last in tier 2, so that everything before it stays the same across scenarios (M43). */
export const scenario = defineSection({
  name: "scenario",
  source: "scenario registry",
  render: (facts) => facts.scenario.text.trim(),
});
