import type { EngineDeps } from "../engine-deps.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { LiveWorker } from "./live-worker.ts";
import { runSegment, type SegmentEnd } from "./run-segment.ts";
import type { Step } from "./step-end.ts";

export type HintHost = {
  readonly worker: LiveWorker;
  /** The step function of a claimed run's kind and scenario. */
  readonly stepFor: (claim: ClaimedRun) => Step;
  /** Hears of every segment: the edge logs it. */
  readonly onSegment?: (claim: ClaimedRun, end: SegmentEnd) => void;
};

/**
 * Follows one hint: claims, and runs a segment. A refused claim uses the hint up. When a better run of the lane took its place, the
 * hint goes on to its own run afterwards, since a hint rung meanwhile was the same job and went unheard.
 */
export async function executeHint(deps: EngineDeps, host: HintHost, hintRunId: string): Promise<void> {
  const { worker } = host;
  while (!worker.isDraining()) {
    const claim = await worker.claim(hintRunId);
    if (claim === undefined) return;
    const watched = worker.watch(claim);
    try {
      const end = await runSegment(deps, { claim, step: host.stepFor(claim), end: worker.end }, watched.control);
      host.onSegment?.(claim, end);
    } finally {
      watched.close();
    }
    if (claim.runId === hintRunId) return;
  }
}
