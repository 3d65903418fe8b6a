import { defineSection } from "./define-section.ts";

export const workingDirectory = defineSection({
  name: "working-directory",
  source: "session's folder, else agent.home",
  render: (facts) => `Current working directory: ${facts.workingDirectory ?? facts.home}`,
});
