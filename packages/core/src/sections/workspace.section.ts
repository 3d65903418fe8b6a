import { defineSection } from "./define-section.ts";

export const workspace = defineSection({
  name: "workspace",
  source: "agent.home",
  render: ({ home }) =>
    [
      `Your home folder: ${home}`,
      "You may read and write your home, the workspace of the task at hand and the repositories granted to it; anything else is refused.",
    ].join("\n"),
});
