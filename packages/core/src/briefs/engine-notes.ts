import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { readTemplate, readText } from "../text/read-text.ts";
import type { RelatedTaskFacts, RemarkFacts, TaskBriefFacts } from "./brief-facts.ts";
import { relatedTaskLines, remarkLines, subtaskLines, titled } from "./brief-lines.ts";

const fillChildrenDone = readTemplate(new URL("./children-done.md", import.meta.url), ["children"]);
const fillInterrupted = readTemplate(new URL("./interrupted.md", import.meta.url), ["cause", "unknownCalls", "said"]);
const fillLifted = readTemplate(new URL("./lifted.md", import.meta.url), [
  "by",
  "description",
  "said",
  "comments",
  "children",
  "subtasks",
  "unknownCalls",
]);
const fillSubmitReminder = readTemplate(new URL("./submit-reminder.md", import.meta.url), ["steps"]);
const fillCheckpoint = readTemplate(new URL("./reflection-checkpoint.md", import.meta.url), ["steps", "lessonTool"]);
const fillNotSubmitted = readTemplate(new URL("./not-submitted.md", import.meta.url), ["attempt", "attempts"]);
const CONTINUE = readText(new URL("./continue.md", import.meta.url));

/** For a parent whose last child settled. */
export function renderChildrenDone(children: readonly RelatedTaskFacts[]): string {
  return fillChildrenDone({ children: children.flatMap(relatedTaskLines).join("\n") });
}

/** A call whose outcome is not known. */
type UnknownCallFacts = { readonly name: string; readonly what: string };

export type InterruptedFacts = {
  /** Why, as a clause: `the worker process was lost`. */
  readonly cause: string;
  readonly unknownCalls: readonly UnknownCallFacts[];
  /** What was said to the agent when the work was started again. */
  readonly said?: string | undefined;
};

/** For a retry in the same round: the brief stands above already and is not repeated (M71). */
export function renderInterrupted({ cause, unknownCalls, said }: InterruptedFacts): string {
  return fillInterrupted({
    cause: oneLine(cause, PROMPT_LIMITS.logEntryChars),
    unknownCalls: unknownCallsText(unknownCalls),
    said: titled("It was started again with these words:", said === undefined ? [] : [said.trim()]),
  });
}

function unknownCallsText(calls: readonly UnknownCallFacts[]): string {
  return titled(
    "The outcome of these calls is not known. They may have taken effect; check before you repeat one:",
    calls.map(({ name, what }) => `- ${name}: ${oneLine(what, PROMPT_LIMITS.taskDescriptionChars)}`),
  );
}

export type LiftedFacts = Pick<TaskBriefFacts, "children" | "subtasks"> & {
  /** Who lifted the block. */
  readonly by: string;
  readonly said: string | undefined;
  /** Word for word, when it is not the one the session knows. */
  readonly description: string | undefined;
  /** What people wrote since the task was blocked, oldest first. */
  readonly comments: readonly RemarkFacts[];
  readonly unknownCalls: readonly UnknownCallFacts[];
};

/** For the first run after a block was lifted in the same round: who, with which words, and what changed since the brief above. */
export function renderLifted(facts: LiftedFacts): string {
  const { description, said } = facts;
  const commentLimits = { newest: PROMPT_LIMITS.humanComments, chars: PROMPT_LIMITS.taskNoteChars };
  return fillLifted({
    by: facts.by,
    description:
      description === undefined
        ? ""
        : `The description was changed and counts as it stands here:\n\n${describedAs(description)}`,
    said: titled("The block was lifted with these words:", said === undefined ? [] : [said.trim()]),
    comments: titled("Comments by people since:", remarkLines(facts.comments, commentLimits)),
    children: titled("Child tasks:", facts.children.flatMap(relatedTaskLines)),
    subtasks: titled("Subtasks:", subtaskLines(facts.subtasks)),
    unknownCalls: unknownCallsText(facts.unknownCalls),
  });
}

/** A description as the brief and the note of a lifted block show it, between the line that names it and the one that ends it. */
export function describedAs(description: string): string {
  return ["Description:", ...(description === "" ? [] : [description]), "(end of description)"].join("\n");
}

/** Each 10 steps of a task. */
export function renderSubmitReminder(steps: number): string {
  return fillSubmitReminder({ steps: String(steps) });
}

/** Each 30 steps of a task. `lessonTool` is the tool that keeps what was learned. */
export function renderReflectionCheckpoint(facts: { readonly steps: number; readonly lessonTool: string }): string {
  return fillCheckpoint({ steps: String(facts.steps), lessonTool: facts.lessonTool });
}

/** For the automatic retry of a run that ended without a submit (M72). */
export function renderNotSubmitted(facts: { readonly attempt: number; readonly attempts: number }): string {
  return fillNotSubmitted({ attempt: String(facts.attempt), attempts: String(facts.attempts) });
}

/** For a reply that ended at its token limit (M112). */
export function renderContinue(): string {
  return CONTINUE;
}
