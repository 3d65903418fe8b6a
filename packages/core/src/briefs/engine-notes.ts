import { PROMPT_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { readTemplate, readText } from "../text/read-text.ts";
import type { RelatedTaskFacts } from "./brief-facts.ts";
import { relatedTaskLines, titled } from "./brief-lines.ts";

const fillChildrenDone = readTemplate(new URL("./children-done.md", import.meta.url), ["children"]);
const fillInterrupted = readTemplate(new URL("./interrupted.md", import.meta.url), ["cause", "unknownCalls", "said"]);
const fillSubmitReminder = readTemplate(new URL("./submit-reminder.md", import.meta.url), ["steps"]);
const fillCheckpoint = readTemplate(new URL("./reflection-checkpoint.md", import.meta.url), ["steps", "lessonTool"]);
const fillNotSubmitted = readTemplate(new URL("./not-submitted.md", import.meta.url), ["attempt", "attempts"]);
const CONTINUE = readText(new URL("./continue.md", import.meta.url));

/** For a parent whose last child settled. */
export function renderChildrenDone(children: readonly RelatedTaskFacts[]): string {
  return fillChildrenDone({ children: children.flatMap(relatedTaskLines).join("\n") });
}

export type InterruptedFacts = {
  /** Why, as a clause: `the worker process was lost`. */
  readonly cause: string;
  /** Calls whose outcome is not known. */
  readonly unknownCalls: readonly { readonly name: string; readonly what: string }[];
  /** What was said to the agent when the work was started again. */
  readonly said?: string | undefined;
};

/** For a retry in the same round: the brief stands above already and is not repeated (M71). */
export function renderInterrupted({ cause, unknownCalls, said }: InterruptedFacts): string {
  return fillInterrupted({
    cause: oneLine(cause, PROMPT_LIMITS.logEntryChars),
    unknownCalls: titled(
      "The outcome of these calls is not known. They may have taken effect; check before you repeat one:",
      unknownCalls.map(({ name, what }) => `- ${name}: ${oneLine(what, PROMPT_LIMITS.taskDescriptionChars)}`),
    ),
    said: titled("It was started again with these words:", said === undefined ? [] : [said.trim()]),
  });
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
