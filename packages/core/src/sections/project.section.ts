import { PROMPT_LIMITS } from "@cadre/shared";
import type { ProjectFacts, RequirementFacts } from "../situation-facts.ts";
import { oneLine } from "../text/cut-text.ts";
import { defineSituationSection } from "./define-section.ts";

const CREATION_RULES: Readonly<Record<NonNullable<ProjectFacts["creationTier"]>, string>> = {
  auto: "Rule: a task that you create starts at once.",
  manager:
    "Rule: a task that you create starts when a manager has approved it; child tasks of an approved task need no approval.",
  human:
    "Rule: a task that you create starts when a person has approved it; child tasks of an approved task need no approval.",
};

export const project = defineSituationSection({
  name: "project",
  source: "project with its governance and requirements, workspace of the task",
  render: (facts) => {
    if (facts.project === undefined) return "";
    const { id, name, description, repositories, creationTier, rules, requirements, taskWorkspace } = facts.project;
    const about = oneLine(description ?? "", PROMPT_LIMITS.projectListDescriptionChars);
    return [
      `## Project: ${name} (${id})`,
      ...(about === "" ? [] : [about]),
      ...(taskWorkspace === undefined ? [] : [`Workspace of this task: ${taskWorkspace}`]),
      ...repositories.map(repositoryLine),
      ...(creationTier === undefined ? [] : [CREATION_RULES[creationTier]]),
      ...(rules ?? []).map((rule) => `Rule: ${oneLine(rule, PROMPT_LIMITS.projectDescriptionChars)}`),
      ...requirementLines(requirements ?? []),
    ].join("\n");
  },
});

function repositoryLine({ name, location, defaultBranch }: ProjectFacts["repositories"][number]): string {
  return `Repository ${name}: ${location}${defaultBranch === undefined ? "" : ` (default branch ${defaultBranch})`}`;
}

function requirementLines(requirements: readonly RequirementFacts[]): readonly string[] {
  const shown = requirements.slice(0, PROMPT_LIMITS.requirements);
  const hidden = requirements.length - shown.length;
  return [
    ...shown.map(({ id, title, status, priority, description }) => {
      const about = oneLine(description ?? "", PROMPT_LIMITS.requirementDescriptionChars);
      const name = oneLine(title, PROMPT_LIMITS.deliverableTitleChars);
      return `Requirement (${id}) [${priority}, ${status}] ${name}${about === "" ? "" : `: ${about}`}`;
    }),
    ...(hidden === 0 ? [] : [`  … and ${hidden} more requirements`]),
  ];
}
