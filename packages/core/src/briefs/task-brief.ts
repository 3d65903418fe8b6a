import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText, oneLine } from "../text/cut-text.ts";
import { readTemplate } from "../text/read-text.ts";
import type { TaskBriefFacts } from "./brief-facts.ts";
import {
  checkResultLines,
  indented,
  newest,
  relatedTaskLines,
  remarkLines,
  subtaskLines,
  titled,
} from "./brief-lines.ts";

const fillBrief = readTemplate(new URL("./task-brief.md", import.meta.url), [
  "key",
  "title",
  "id",
  "round",
  "priority",
  "workspace",
  "reviewer",
  "sentBack",
  "handOff",
  "description",
  "checks",
  "parent",
  "requirement",
  "project",
  "dependencies",
  "children",
  "subtasks",
  "notes",
  "humanComments",
  "previousRounds",
  "errors",
]);

const fillSentBack = readTemplate(new URL("./sent-back.md", import.meta.url), [
  "round",
  "reason",
  "reviewerName",
  "failedChecks",
]);

/**
 * The first user message of a task session. The description and the reviewer's reason stand in it word for word, each between a
 * line that names it and a line that ends it; in a later round the reason comes first (agent-platform 2.3).
 */
export function renderTaskBrief(facts: TaskBriefFacts): string {
  const { task } = facts;
  return fillBrief({
    key: task.key,
    title: task.title,
    id: task.id,
    round: String(task.round),
    priority: task.priority,
    workspace: labelled("Workspace", facts.workspace),
    reviewer: labelled("Reviewer", facts.reviewerName),
    sentBack: sentBackText(facts),
    handOff: titled("Handed over to you with this note:", facts.handOff === undefined ? [] : [facts.handOff.trim()]),
    description: task.description,
    checks: titled(
      "Acceptance checks, run by the server on what you submit:",
      facts.checks.map(({ name, stage, command }) => `- ${name} (at ${stage}): ${command}`),
    ),
    ...surroundings(facts),
    ...history(facts),
  });
}

function sentBackText({ sentBack }: TaskBriefFacts): string {
  if (sentBack === undefined) return "";
  return fillSentBack({
    round: String(sentBack.round),
    reason: sentBack.reason,
    reviewerName: sentBack.reviewerName,
    failedChecks: titled("Checks that failed:", checkResultLines(sentBack.failedChecks)),
  });
}

function surroundings({ parent, requirement, project, dependencies, children, subtasks }: TaskBriefFacts) {
  return {
    parent: labelled("Part of", parent && `${parent.key} · ${parent.title}`),
    requirement: labelled(
      "Requirement",
      requirement && about(requirement.title, requirement.description, PROMPT_LIMITS.requirementDescriptionChars),
    ),
    project: labelled(
      "Project",
      project && about(projectName(project), project.description, PROMPT_LIMITS.projectDescriptionChars),
    ),
    dependencies: titled("Finished before this task, for you to build on:", dependencies.flatMap(relatedTaskLines)),
    children: titled("Child tasks:", children.flatMap(relatedTaskLines)),
    subtasks: titled("Subtasks:", subtaskLines(subtasks)),
  };
}

function history({ notes, humanComments, previousRounds, errors }: TaskBriefFacts) {
  const noteLimits = { newest: PROMPT_LIMITS.taskNotes, chars: PROMPT_LIMITS.taskNoteChars };
  const commentLimits = { newest: PROMPT_LIMITS.humanComments, chars: PROMPT_LIMITS.taskNoteChars };
  const entry = (text: string): string => `- ${indented(cutText(text.trim(), PROMPT_LIMITS.logEntryChars))}`;
  return {
    notes: titled("Notes on the task:", remarkLines(notes, noteLimits)),
    humanComments: titled("Comments by people:", remarkLines(humanComments, commentLimits)),
    previousRounds: newest(previousRounds, PROMPT_LIMITS.executionRounds)
      .map(({ round, log }) => titled(`What happened in round ${round}:`, log.map(entry)))
      .filter((text) => text !== "")
      .join("\n\n"),
    errors: titled(
      "Latest errors, so that you do not run into them again:",
      newest(errors, PROMPT_LIMITS.recentErrors).map(entry),
    ),
  };
}

function about(name: string, description: string | undefined, chars: number): string {
  const text = oneLine(description ?? "", chars);
  return text === "" ? name : `${name}: ${text}`;
}

function projectName({ id, name }: NonNullable<TaskBriefFacts["project"]>): string {
  return id === undefined ? name : `${name} (${id})`;
}

function labelled(label: string, text: string | undefined): string {
  return text === undefined ? "" : `${label}: ${text}`;
}
