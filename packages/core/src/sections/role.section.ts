import { defineSection } from "./define-section.ts";

export const role = defineSection({
  name: "role",
  source: "agent.role",
  render: ({ agent }) => {
    const text = agent.roleText.trim();
    return text === "" ? "" : `## Your role\n${text}`;
  },
});
