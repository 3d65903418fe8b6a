import { errorFingerprint } from "@cadre/domain";
import { isFault, RUN_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import type { AttemptEnd, EndedRun } from "./attempt-end.ts";
import { callsWithOutcome } from "./call-journal.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { SegmentControl } from "./live-worker.ts";
import type { Step, StepEnd } from "./step-end.ts";

export type SegmentEnd =
  /** The attempt ended and its run stands like this. `bug` is what the step threw, for the edge to log. */
  | (EndedRun & { readonly kind: "ended"; readonly bug?: unknown })
  /** The claim was lost: paused, cancelled or taken over. Nothing more was written. */
  | { readonly kind: "claim-lost" };

type Work = {
  readonly claim: ClaimedRun;
  readonly step: Step;
  /** How its end is written: `endAttempt`, or the worker's way to write ends together. */
  readonly end: (claim: ClaimedRun, end: AttemptEnd) => Promise<EndedRun>;
};

/**
 * Runs one segment: steps until the attempt ends, the process drains or ten minutes have passed, always ending at a step boundary.
 * A step that throws fails the run, so that its task decides on a retry: a claim is never left without anybody working on it.
 */
export async function runSegment(deps: EngineDeps, work: Work, control: SegmentControl): Promise<SegmentEnd> {
  const { claim } = work;
  const startedAt = deps.now().getTime();
  if (await hasSubmitted(deps, claim)) return endWith(work, { end: { kind: "succeeded", outcome: "submitted" } });
  for (;;) {
    if (control.signal.aborted) return { kind: "claim-lost" };
    const isOver = control.isDraining() || deps.now().getTime() - startedAt >= RUN_LIMITS.segmentMs;
    if (isOver) return endWith(work, { end: { kind: "drained" } });
    const tried = await tryStep(work, control.signal);
    if (tried.kind === "claim-lost") return tried;
    if (tried.end.kind === "continue") continue;
    return endWith(work, { ...tried, end: tried.end });
  }
}

/** The worker of an earlier attempt may be lost between the submit and the run's end: then only the end is left to do (I7). */
async function hasSubmitted(deps: EngineDeps, claim: ClaimedRun): Promise<boolean> {
  if (claim.fence === 1) return false;
  return (await callsWithOutcome(deps, claim.runId, "submitted")).length > 0;
}

type TriedStep =
  { readonly kind: "claim-lost" } | { readonly kind: "step"; readonly end: StepEnd; readonly bug?: unknown };

async function tryStep(work: Work, signal: AbortSignal): Promise<TriedStep> {
  try {
    return { kind: "step", end: await work.step(work.claim, signal) };
  } catch (error) {
    if (signal.aborted || isFault(error, "run.stale-fence")) return { kind: "claim-lost" };
    return { kind: "step", end: thrown(error), bug: error };
  }
}

async function endWith(work: Work, ending: { readonly end: AttemptEnd; readonly bug?: unknown }): Promise<SegmentEnd> {
  const { claim } = work;
  try {
    const ended = await work.end(claim, ending.end);
    return { kind: "ended", ...ended, ...("bug" in ending ? { bug: ending.bug } : {}) };
  } catch (error) {
    if (isFault(error, "run.stale-fence")) return { kind: "claim-lost" };
    if (ending.end.kind === "succeeded") return endWith(work, { end: thrown(error), bug: error });
    throw new Error(
      `The end of run ${claim.runId} (${ending.end.kind}) was not written. The worker's beats give it back.`,
      {
        cause: error,
      },
    );
  }
}

/** What was thrown, as a failure that may be tried again. */
function thrown(error: unknown): Extract<AttemptEnd, { kind: "failed" }> {
  const message = error instanceof Error ? error.message : String(error);
  const isNetwork = isFault(error) && error.kind === "unavailable";
  return {
    kind: "failed",
    trouble: { kind: "error", fingerprint: errorFingerprint(message), message, isNetwork, isFatal: false },
  };
}
