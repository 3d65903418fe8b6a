import type { StepDone, Failure } from "./carry-out.ts";
import { exitCodeOf } from "./exit-code.ts";
import { type Acting, ask, look, type Outcome, type ToolCall } from "./script.ts";
import { quoted, showsStatus, type Situation, tagged } from "./situation.ts";
import { type Step } from "./step-text.ts";
import { subtaskTitle } from "./carry-out.ts";

export type ReadBack = { readonly path: string; readonly text: string };

/** Ends a task honestly: one comment, then blocked. Nothing is submitted. */
export function* giveUp(situation: Situation, failure: Failure): Acting<string> {
  const { brief, tools } = situation;
  const comment = tagged(
    `${failure.what} did not succeed. The tool answered:\n\n\`\`\`\n${quoted(failure.text)}\n\`\`\`\n\n` +
      "I am a scripted stand-in and cannot reason about the cause. Connect a model, or reword the task.",
  );
  return yield* blockWith(
    situation,
    comment,
    `Stopped at: ${failure.what}. ${quoted(failure.text, 200)} (${brief.key}, ${tools.has("comment") ? "see the comment" : "no comment tool"})`,
  );
}

/** Ends a task whose text holds nothing the worker can do. */
export function* decline(situation: Situation, reason: string): Acting<string> {
  const comment = tagged(
    `I am a scripted stand-in, not a language model. ${reason} I understand steps such as: create file \`NAME\` with "CONTENT"; ` +
      "run `COMMAND`; replace `A` with `B` in `FILE`. Connect a model, or reword the task.",
  );
  return yield* blockWith(situation, comment, `A scripted stand-in cannot go on. ${reason}`);
}

function* blockWith({ brief, tools }: Situation, comment: string, note: string): Acting<string> {
  const post = tools.call("comment", { taskId: brief.taskId, text: comment });
  if (post !== undefined) yield* ask(tagged("I cannot go on and say why on the task."), post);
  const block = tools.call("update", { taskId: brief.taskId, status: "blocked", note: tagged(note) });
  if (block === undefined) return comment;
  let blocked = yield* ask(tagged("I set the task to blocked."), block);
  while (blocked.state === "unknown")
    blocked = yield* ask(tagged("I set it once more: that call was interrupted."), block);
  return blocked.state === "done"
    ? tagged(`I set ${brief.key} to blocked. ${note}`)
    : tagged(`I could not set ${brief.key} to blocked: ${quoted(blocked.text)}. ${note}`);
}

/** Reads files back in one reply, after the calls that close what came before. */
export function* readBack(
  { tools }: Situation,
  paths: readonly string[],
  closing: readonly ToolCall[],
): Acting<{ readonly read: readonly ReadBack[]; readonly failures: readonly Failure[] }> {
  const reads = paths.flatMap((path) => tools.call("read", { path }) ?? []);
  const calls = [...closing, ...reads];
  if (calls.length === 0) return { read: [], failures: [] };
  const answer = yield { say: tagged("I read back what there is to hand over."), calls };
  const read: ReadBack[] = [];
  const failures: Failure[] = [];
  for (const [at, path] of paths.entries()) {
    const call = reads[at];
    if (call === undefined) continue;
    const first = answer.outcomes[closing.length + at];
    const isLost = first === undefined || first.state === "unknown";
    const outcome = isLost ? yield* look(tagged(`I read ${path} once more: that call was interrupted.`), call) : first;
    if (outcome.state === "done") read.push({ path, text: outcome.text });
    if (outcome.state === "failed") failures.push({ what: `read ${path}`, text: outcome.text });
  }
  return { read, failures };
}

export type Submission = {
  readonly summary: string;
  readonly files: readonly ReadBack[];
  readonly knownIssues: string | undefined;
  /** The steps whose subtasks may still be open. */
  readonly steps: readonly Step[];
};

/** Submits once more after closing its own open subtasks, if that is why it was refused. Answers why it failed, or undefined. */
export function* submit(situation: Situation, submission: Submission): Acting<Failure | undefined> {
  const { brief, tools } = situation;
  const call = tools.call("submit", {
    taskId: brief.taskId,
    summary: submission.summary,
    deliverables: submission.files.map(({ path, text }) => ({ type: "file", reference: path, summary: sizeOf(text) })),
    knownIssues: submission.knownIssues,
  });
  if (call === undefined) return { what: "submit for review", text: "No tool to submit was offered to me." };
  let outcome = yield* submitOnce(situation, call);
  if (
    outcome.state === "failed" &&
    /subtask/i.test(outcome.text) &&
    (yield* closeOwnSubtasks(situation, submission.steps))
  ) {
    outcome = yield* submitOnce(situation, call);
  }
  return outcome.state === "failed" ? { what: "submit for review", text: outcome.text } : undefined;
}

function* submitOnce({ brief, tools }: Situation, call: ToolCall): Acting<Outcome> {
  for (;;) {
    const outcome = yield* ask(tagged("All steps are done. I submit for review."), call);
    if (outcome.state !== "unknown") return outcome;
    const get = tools.call("getTask", { taskId: brief.taskId });
    const task = get === undefined ? undefined : yield* look(tagged("I look whether the submit took effect."), get);
    if (task !== undefined && showsStatus(task.text, "review")) return { state: "done", text: task.text };
  }
}

function* closeOwnSubtasks({ brief, tools }: Situation, steps: readonly Step[]): Acting<boolean> {
  const list = tools.call("listSubtasks", { taskId: brief.taskId });
  if (list === undefined) return false;
  const listed = yield* look(tagged("The submit was refused: I look for subtasks I left open."), list);
  const titles = steps.map(subtaskTitle);
  const open = listed.text
    .split("\n")
    .filter((line) => /\b(?:pending|open)\b/.test(line) && titles.some((title) => line.includes(title)))
    .flatMap((line) => /\bsub_\w+/.exec(line)?.[0] ?? []);
  const calls = open.flatMap((subtaskId) => tools.call("completeSubtask", { subtaskId }) ?? []);
  if (calls.length > 0) yield { say: tagged("I close the subtasks of steps that are done."), calls };
  return calls.length > 0;
}

/** What was done, in the words of the tools: each command with its output and exit code. */
export function evidenceOf(done: readonly StepDone[], read: readonly ReadBack[]): string {
  const lines = done.map(({ step, text, how }) => {
    const name = `- ${subtaskTitle(step)}`;
    if (how === "before-summary")
      return `${name}: done before the history was shortened; its output is no longer before me`;
    if (how === "found-done") return `${name}: the call was interrupted; I looked, and it had taken effect`;
    const code = step.kind === "run" ? exitCodeOf(text) : undefined;
    return `${name} → ${quoted(text, 300)}${step.kind === "run" && code === undefined ? " (no exit code was shown)" : ""}`;
  });
  return [...lines, ...read.map(({ path, text }) => `- read back ${path}: ${sizeOf(text)}`)].join("\n");
}

function sizeOf(text: string): string {
  return `${Buffer.byteLength(text)} bytes, ${text === "" ? 0 : text.trimEnd().split("\n").length} lines`;
}
