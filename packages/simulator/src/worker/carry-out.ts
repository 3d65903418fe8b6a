import { SIMULATOR_LIMITS } from "@cadre/shared";
import { exitCodeOf } from "./exit-code.ts";
import { findEffect } from "./interrupted-step.ts";
import { type Acting, hasCall, type Outcome, type ToolCall } from "./script.ts";
import { quoted, type Situation, stepBeforeSummary, tagged } from "./situation.ts";
import { type Step, stepLabel } from "./step-text.ts";
import type { Toolbox } from "./toolbox.ts";

/** A step that was carried out, with what its tool said. */
export type StepDone = {
  readonly step: Step;
  readonly text: string;
  readonly how: "ran" | "found-done" | "before-summary";
};

export type Failure = { readonly what: string; readonly text: string };

export type CarriedOut =
  | { readonly failure: Failure }
  | {
      readonly failure: undefined;
      readonly done: readonly StepDone[];
      /** Calls that close the last subtask: they go with the next reply. */
      readonly closing: readonly ToolCall[];
    };

/** Carries out steps in order, one per reply, each as a subtask when there are several. Stops at the first that fails. */
export function* carryOut(situation: Situation, steps: readonly Step[]): Acting<CarriedOut> {
  const { tools, turns } = situation;
  const beforeSummary = stepBeforeSummary(turns);
  const subtasks = beforeSummary === undefined ? yield* openSubtasks(situation, steps) : new Map<number, string>();
  const done: StepDone[] = [];
  let closing: readonly ToolCall[] = [];
  for (const [at, step] of steps.entries()) {
    if (beforeSummary !== undefined && at + 1 < beforeSummary) {
      done.push({ step, text: "", how: "before-summary" });
      continue;
    }
    const call = callOf(tools, step);
    if (call === undefined) return { failure: { what: stepLabel(step), text: "No tool for this was offered to me." } };
    const say = tagged(`step ${at + 1} of ${steps.length}: ${stepLabel(step)}`);
    const isLost = beforeSummary !== undefined && !hasCall(turns, call);
    const result = yield* carryOutStep({ tools, step, call, say, earlier: steps.slice(0, at) }, { closing, isLost });
    if (result.state !== "done") return { failure: { what: stepLabel(step), text: result.text } };
    done.push({ step, text: result.text, how: result.how });
    const subtaskId = subtasks.get(at);
    const close = subtaskId === undefined ? undefined : tools.call("completeSubtask", { subtaskId });
    closing = close === undefined ? [] : [close];
  }
  return { failure: undefined, done, closing };
}

type Task = {
  readonly tools: Toolbox;
  readonly step: Step;
  readonly call: ToolCall;
  readonly say: string;
  readonly earlier: readonly Step[];
};

type StepResult =
  | { readonly state: "done"; readonly text: string; readonly how: "ran" | "found-done" }
  | { readonly state: "failed"; readonly text: string };

function* carryOutStep(
  task: Task,
  before: { readonly closing: readonly ToolCall[]; readonly isLost: boolean },
): Acting<StepResult> {
  const { tools, step } = task;
  let { closing } = before;
  let isUnsure = before.isLost;
  for (;;) {
    if (isUnsure) {
      const effect = yield* findEffect(tools, step, task.earlier);
      if (effect === "happened") return { state: "done", text: "", how: "found-done" };
      if (effect === "cannot-tell") {
        return { state: "failed", text: "This call was interrupted, and nothing tells me whether it took effect." };
      }
    }
    const answer = yield { say: task.say, calls: [...closing, task.call] };
    const outcome = answer.outcomes.at(-1) ?? { state: "unknown", text: "" };
    if (outcome.state !== "unknown") return judged(step, outcome);
    closing = [];
    isUnsure = true;
  }
}

function judged(step: Step, outcome: Outcome): StepResult {
  const { text } = outcome;
  const isRefused = step.kind === "approve" && /\b(?:rejected|denied|declined|refused|expired)\b/i.test(text);
  const isBad = step.kind === "run" && (exitCodeOf(text) ?? 0) !== 0;
  if (outcome.state === "failed" || isRefused || isBad) return { state: "failed", text };
  return { state: "done", text, how: "ran" };
}

function callOf(tools: Toolbox, step: Step): ToolCall | undefined {
  switch (step.kind) {
    case "write":
      return tools.call("write", { path: step.path, content: step.content });
    case "edit":
      return tools.call("edit", { path: step.path, before: step.before, after: step.after });
    case "run":
      return tools.call("run", { command: step.command });
    case "read":
      return tools.call("read", { path: step.path });
    case "approve":
      return tools.call("approve", { title: subtaskTitle(step), description: tagged(step.text) });
    case "notify":
      return tools.call("notify", { title: subtaskTitle(step), body: tagged(step.text) });
  }
}

/** Notes each step as a subtask, in one reply; answers the ids of those that are open, by step. */
function* openSubtasks({ brief, tools }: Situation, steps: readonly Step[]): Acting<Map<number, string>> {
  const ids = new Map<number, string>();
  if (steps.length < 2 || !tools.has("completeSubtask")) return ids;
  const titles = steps.map(subtaskTitle);
  const missing: { readonly at: number; readonly call: ToolCall }[] = [];
  for (const [at, title] of titles.entries()) {
    const earlier = titles.slice(0, at).filter((other) => other === title).length;
    const known = brief.subtasks.filter((subtask) => subtask.title === title)[earlier];
    const call = tools.call("createSubtask", { taskId: brief.taskId, title });
    if (known?.status === "pending") ids.set(at, known.id);
    if (known === undefined && call !== undefined) missing.push({ at, call });
  }
  if (missing.length === 0) return ids;
  const say = tagged(`I understand ${steps.length} steps and note each as a subtask.`);
  const answer = yield { say, calls: missing.map(({ call }) => call) };
  for (const [place, { at }] of missing.entries()) {
    const id = /\bsub_\w+/.exec(answer.outcomes[place]?.text ?? "")?.[0];
    if (id !== undefined) ids.set(at, id);
  }
  return ids;
}

export function subtaskTitle(step: Step): string {
  return quoted(stepLabel(step), SIMULATOR_LIMITS.labelChars);
}
