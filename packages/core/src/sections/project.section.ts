import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { defineSection } from "./define-section.ts";

export const project = defineSection({
  name: "project",
  source: "project",
  render: (facts) => {
    if (facts.project === undefined) return "";
    const { id, name, description, repositories, rules, taskWorkspace } = facts.project;
    const about = oneLine(description ?? "", PROMPT_LIMITS.projectListDescriptionChars);
    return [
      `## Project: ${name} (${id})`,
      ...(about === "" ? [] : [about]),
      ...(taskWorkspace === undefined ? [] : [`Workspace of this task: ${taskWorkspace}`]),
      ...repositories.map(
        (repository) =>
          `Repository ${repository.name}: ${repository.location}${repository.defaultBranch === undefined ? "" : ` (default branch ${repository.defaultBranch})`}`,
      ),
      ...(rules ?? []).map((rule) => `Rule: ${oneLine(rule, PROMPT_LIMITS.projectDescriptionChars)}`),
    ].join("\n");
  },
});
