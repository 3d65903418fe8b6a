import { renderContinue, renderReflectionCheckpoint, renderSubmitReminder } from "@cadre/core";
import type { ModelFailure } from "@cadre/domain";
import { type NoteTexts, runStep, type StepEnd as HarnessEnd } from "@cadre/harness";
import { assertNever } from "@cadre/shared";
import { createPromptTexts } from "../models/prompt-texts.ts";
import type { AttemptEnd } from "../runs/attempt-end.ts";
import type { OpenWait } from "../transaction.ts";
import type { ClaimedRun } from "../runs/claimed-run.ts";
import type { Step, StepEnd } from "../runs/step-end.ts";
import { openTurn, type Turn } from "./open-turn.ts";
import type { TurnDeps } from "./turn-deps.ts";
import { createModelCounters } from "./context/model-counters.ts";
import { beginWork, turnPorts } from "./turn-ports.ts";
import type { TurnHost } from "./turn-work.ts";

const NOTES: NoteTexts = {
  continueReply: renderContinue(),
  submitReminder: renderSubmitReminder,
  reflectionCheckpoint: (steps) => renderReflectionCheckpoint({ steps, lessonTool: "task_note" }),
  loopWarning: (message) => `[SYSTEM] ${message}`,
};

/** The step of agent work: each attempt opens its turn once and is then stepped until it ends. */
export function createTurnStep(deps: TurnDeps): Step {
  const promptTexts = createPromptTexts(deps.database, (error) => deps.onBug(error, "texts of receipts"));
  const host = { deps, promptTexts, counters: createModelCounters(deps) };
  const turns = new WeakMap<ClaimedRun, Promise<() => Promise<StepEnd>>>();
  return async (claim, signal) => {
    const turn = turns.get(claim) ?? startTurn(host, claim, signal);
    turns.set(claim, turn);
    const step = await turn;
    return step();
  };
}

async function startTurn(host: TurnHost, claim: ClaimedRun, signal: AbortSignal): Promise<() => Promise<StepEnd>> {
  const { deps } = host;
  const turn = await openTurn(deps, claim);
  const ports = turnPorts(beginWork(host, turn, { signal, boundary: () => (signal.aborted ? "stop" : "go") }));
  return async () => endOf(deps, turn, await runStep(ports, { scenario: turn.scenario, notes: NOTES }));
}

async function endOf(deps: TurnDeps, turn: Turn, end: HarnessEnd): Promise<StepEnd> {
  switch (end.kind) {
    case "continue":
    case "stopped":
      // Only a lost claim stops a step; the segment sees its signal before it steps again.
      return { kind: "continue" };
    case "preempted":
      return { kind: "preempted" };
    case "submitted":
      return { kind: "succeeded", outcome: "submitted" };
    case "ended":
      return turn.scenario.endsBy === "submit"
        ? { kind: "ended-without-submit" }
        : { kind: "succeeded", outcome: "answered" };
    case "awaiting-approval":
      return { kind: "parked", waits: await waitsFor(deps, end.approvalIds) };
    case "loop-detected":
      return { kind: "failed", trouble: { kind: "loop-detected", message: end.message } };
    case "cap-reached":
      return { kind: "succeeded", outcome: `ended at its cap of ${end.steps} steps` };
    case "over-budget":
      return { kind: "failed", trouble: fatal("context-over-budget", end.message) };
    case "invalid-history":
      return { kind: "failed", trouble: fatal("context-invalid", end.message) };
    case "model-failed":
      return endOfFailure(end.failure);
    default:
      return assertNever(end);
  }
}

/** A question to a person is answered; any other approval is decided. */
async function waitsFor(deps: TurnDeps, approvalIds: readonly string[]): Promise<OpenWait[]> {
  const rows = await deps.database.query<{ id: string; kind: string }>(
    "select id, kind from approvals where id = any($1::text[]) order by id",
    [approvalIds],
  );
  return rows.map(({ id, kind }) => ({ kind: kind === "question" ? "answer" : "approval", reference: id }));
}

/** A failure with a stated wait parks the run until then; any other is the task's or item's trouble. */
function endOfFailure(failure: ModelFailure): StepEnd {
  if (failure.retryAfterMs !== undefined) {
    return { kind: "parked", waits: [{ kind: "not_before", dueInMs: failure.retryAfterMs }] };
  }
  return {
    kind: "failed",
    trouble: {
      kind: "error",
      fingerprint: `${failure.kind}:${failure.code ?? failure.status ?? ""}`,
      message: failure.message,
      isNetwork: failure.kind === "network" || failure.kind === "timeout",
      isFatal: !failure.isRetryable,
    },
  };
}

function fatal(fingerprint: string, message: string): Extract<AttemptEnd, { kind: "failed" }>["trouble"] {
  return { kind: "error", fingerprint, message, isNetwork: false, isFatal: true };
}
