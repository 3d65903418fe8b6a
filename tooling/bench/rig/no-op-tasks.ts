import { type ClaimedRun, createTask, executeHint, type SegmentEnd, startWorker, type Step } from "@cadre/engine";
import type { Bench } from "./bench.ts";
import type { Company } from "./company.ts";

const DESCRIPTION = "x".repeat(800);

/** Creates the nth task as its owner does: it starts at once. */
export async function createNthTask({ deps, owner, agentIds, projectIds }: Company, nth: number): Promise<string> {
  const task = await createTask(deps, owner, {
    projectId: projectIds[nth % projectIds.length] ?? "",
    title: `Do nothing, number ${nth}`,
    description: DESCRIPTION,
    assigneeId: agentIds[nth % agentIds.length] ?? "",
    reviewerKind: "person",
    reviewerId: owner.id,
  });
  return task.id;
}

export type Executor = {
  /** Resolves when this many more task runs have ended than at the last call. Rejects with what went wrong in one of them. */
  ended(count: number): Promise<void>;
  stop(): Promise<void>;
};

/** An executor as the product's: it hears hints from the company's doorbell and runs this step for each claim. */
export async function startExecutor(
  bench: Bench,
  { deps, link }: Company,
  work: { readonly step: Step; readonly concurrency: number },
): Promise<Executor> {
  const worker = await startWorker(deps, { kind: "bench", host: "bench", pid: process.pid, version: 1 });
  const segments = countdown();
  const host = {
    worker,
    stepFor: () => work.step,
    onSegment: (claim: ClaimedRun, end: SegmentEnd) => {
      if (claim.kind === "task") segments.count("bug" in end ? end.bug : undefined);
    },
  };
  const listening = await link.listen({ run: (runId) => executeHint(deps, host, runId) }, work);
  const beats = setInterval(() => void worker.beat(), 3_000);
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    clearInterval(beats);
    worker.drain();
    await listening.stop();
    await worker.stop();
  };
  bench.defer(stop);
  return { ended: segments.reached, stop };
}

function countdown(): { count(problem: unknown): void; reached(count: number): Promise<void> } {
  let left = 0;
  let waiting: PromiseWithResolvers<void> | undefined;
  return {
    count(problem) {
      left -= 1;
      if (problem !== undefined) waiting?.reject(problem);
      if (left === 0) waiting?.resolve();
    },
    async reached(count) {
      left += count;
      if (left <= 0) return;
      waiting = Promise.withResolvers();
      await waiting.promise;
    },
  };
}
