import { type BundleResult, type ContextBundle, problemsOf } from "@cadre/core";
import { type SessionEntry, textOf } from "@cadre/domain";
import { compactHistory } from "./compact-history.ts";
import { detectLoop } from "./loop-detector.ts";
import { runCalls } from "./run-calls.ts";
import type { Scenario } from "./scenarios/define-scenario.ts";
import type { ModelAnswer } from "./compaction-ports.ts";
import type { StepEnd, StepPorts } from "./step-ports.ts";
import { readTurnLog, type TurnLog } from "./turn-log.ts";

/** Texts of the engine's notes, rendered by core. */
export type NoteTexts = {
  readonly continueReply: string;
  readonly submitReminder: (steps: number) => string;
  readonly reflectionCheckpoint: (steps: number) => string;
  readonly loopWarning: (message: string) => string;
};

export type StepSetup = { readonly scenario: Scenario; readonly notes: NoteTexts };

type AskInput = {
  readonly entries: readonly SessionEntry[];
  readonly step: number;
  /** The newest reply was cut off because the window was full, whatever was counted. */
  readonly isFull: boolean;
};

/**
 * One step over the log: finish the open calls of the newest reply, else ask the model for the next reply and run its calls. The
 * log decides what comes next, so repeating a step after a crash is the same thing again.
 */
export async function runStep(ports: StepPorts, setup: StepSetup): Promise<StepEnd> {
  const { entries, openCalls } = await ports.load();
  const log = readTurnLog(entries);
  const reply = log.lastReply;
  if (reply !== undefined && openCalls.length > 0) {
    return runCalls(ports, setup.scenario, { entryId: reply.entryId, calls: openCalls });
  }
  const end = await endOfTurn(ports, setup, log);
  if (end !== undefined) return end;
  const stop = stopOf(setup.scenario, log);
  if (stop !== undefined) return stop;
  const hasNews = await remind(ports, setup, log);
  return askModel(ports, setup, {
    entries: hasNews ? (await ports.load()).entries : entries,
    step: log.steps + 1,
    isFull: reply?.payload.stopReason === "context-exceeded",
  });
}

/** What the newest reply means when all its calls are answered: the turn is over, or goes on. */
async function endOfTurn(ports: StepPorts, setup: StepSetup, log: TurnLog): Promise<StepEnd | undefined> {
  const reply = log.lastReply;
  if (reply === undefined || log.last?.id !== reply.entryId) return undefined;
  const isFull = reply.payload.stopReason === "context-exceeded";
  // A window that is full again right after its compaction will not have more room the next time.
  if (reply.payload.stopReason === "max-tokens" || (isFull && !log.notes.has(`continue:${log.steps - 1}`))) {
    await ports.appendNote(`continue:${log.steps}`, setup.notes.continueReply);
    return { kind: "continue" };
  }
  if (reply.payload.stopReason === "paused") return undefined;
  return { kind: "ended", text: textOf({ role: "assistant", content: reply.payload.content }) };
}

/** Why a turn must not go on, if it must not. */
function stopOf(scenario: Scenario, log: TurnLog): StepEnd | undefined {
  if (scenario.maxSteps !== undefined && log.steps >= scenario.maxSteps) {
    return { kind: "cap-reached", steps: log.steps };
  }
  const loop = detectLoop(log.calls);
  return loop.kind === "break" ? { kind: "loop-detected", message: loop.message } : undefined;
}

/** Appends the words of the engine that are due now. Each has a topic, so a repeated step does not repeat it. */
async function remind(ports: StepPorts, setup: StepSetup, log: TurnLog): Promise<boolean> {
  const due = dueNotes(setup, log).filter(([topic]) => !log.notes.has(topic));
  for (const [topic, text] of due) await ports.appendNote(topic, text);
  return due.length > 0;
}

function dueNotes({ scenario, notes }: StepSetup, log: TurnLog): [string, string][] {
  const due: [string, string][] = [];
  const loop = detectLoop(log.calls);
  if (loop.kind === "warning") due.push([`loop-warning:${log.steps}`, notes.loopWarning(loop.message)]);
  if (scenario.reminders === undefined || log.steps === 0) return due;
  const { submitEverySteps, reflectEverySteps } = scenario.reminders;
  if (log.steps % submitEverySteps === 0) due.push([`submit-reminder:${log.steps}`, notes.submitReminder(log.steps)]);
  if (log.steps % reflectEverySteps === 0) {
    due.push([`reflection-checkpoint:${log.steps}`, notes.reflectionCheckpoint(log.steps)]);
  }
  return due;
}

async function askModel(ports: StepPorts, setup: StepSetup, input: AskInput): Promise<StepEnd> {
  const wanted = ports.boundary();
  if (wanted === "stop") return { kind: "stopped" };
  if (wanted === "preempt") return { kind: "preempted" };
  const ready = await readyBundle(ports, input);
  if (ready.kind !== "bundle") return ready;
  const answer = await callModel(ports, ready, input);
  if (answer.kind === "not-sent") return answer.end;
  if (answer.kind === "failed") {
    return answer.failure.kind === "aborted" ? { kind: "stopped" } : { kind: "model-failed", failure: answer.failure };
  }
  const entryId = await ports.appendReply(answer.reply);
  const calls = answer.reply.message.content.filter((block) => block.type === "tool-call");
  if (calls.length === 0) return { kind: "continue" };
  return runCalls(ports, setup.scenario, {
    entryId,
    calls: calls.map((call) => ({ entryId, call, status: "recorded" as const })),
  });
}

/** The call that is about to be made. A history that is due is compacted first; what cannot fit, or is not valid, is never sent. */
async function readyBundle(
  ports: StepPorts,
  { entries, isFull }: AskInput,
): Promise<ContextBundle | Extract<StepEnd, { kind: "over-budget" | "stopped" | "invalid-history" }>> {
  let bundle = await ports.buildBundle(entries);
  const asked = isFull && ports.recoversFromOverflow ? "asked" : undefined;
  const due = bundle.kind === "bundle" ? (asked ?? bundle.receipt.compactionDue) : undefined;
  if (due !== undefined) {
    const end = await compactHistory(ports, entries, due);
    if (end === "stopped") return { kind: "stopped" };
    if (end === "compacted") bundle = await ports.buildBundle((await ports.load()).entries);
  }
  return checked(bundle);
}

/** The validator before every send. */
function checked(bundle: BundleResult): ContextBundle | Extract<StepEnd, { kind: "over-budget" | "invalid-history" }> {
  if (bundle.kind === "over-budget") return { kind: "over-budget", message: bundle.message };
  const problems = problemsOf(bundle.messages);
  if (problems.length === 0) return bundle;
  return { kind: "invalid-history", message: `The history is not one that a provider accepts: ${problems.join(" ")}` };
}

type Sent = ModelAnswer | { readonly kind: "not-sent"; readonly end: StepEnd };

/** Calls the model. A provider that finds the call too large, whatever was counted, is asked once more after a compaction. */
async function callModel(ports: StepPorts, bundle: ContextBundle, input: AskInput): Promise<Sent> {
  const answer = await ports.callModel(bundle, input.step);
  if (answer.kind === "reply" || answer.failure.kind !== "context-exceeded" || !ports.recoversFromOverflow) {
    return answer;
  }
  const end = await compactHistory(ports, (await ports.load()).entries, "asked");
  if (end === "not-needed") return answer;
  if (end === "stopped") return { kind: "not-sent", end: { kind: "stopped" } };
  const smaller = checked(await ports.buildBundle((await ports.load()).entries));
  return smaller.kind === "bundle" ? ports.callModel(smaller, input.step) : { kind: "not-sent", end: smaller };
}
