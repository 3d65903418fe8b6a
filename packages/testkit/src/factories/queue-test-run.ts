import type { ClaimedRun, EngineDeps, QueueRun } from "@cadre/engine";
import type { Given } from "../engine-fixture.ts";

/** Queues a run of the given worker, in the focus lane and with nothing to do unless told otherwise. Returns its id. */
export async function queueTestRun(deps: EngineDeps, given: Given, run: Partial<QueueRun> = {}): Promise<string> {
  const { transact } = await import("@cadre/engine");
  return transact(deps, given.system, (tx) =>
    tx.runs.queue({ agentId: given.workerId, kind: "no_op", scenario: "no_op", lane: "focus", priority: 2, ...run }),
  );
}

/** Registers a worker that could claim, and claims the run with it, or the best one of its lane. */
export async function claimTestRun(deps: EngineDeps, runId: string): Promise<ClaimedRun> {
  const { claimRun, registerWorker } = await import("@cadre/engine");
  const workerId = await registerWorker(deps, { kind: "test", host: "test", pid: process.pid, version: 1 });
  const claim = await claimRun(deps, { hintRunId: runId, workerId, version: 1 });
  if (claim === undefined) throw new Error(`Run ${runId} could not be claimed.`);
  return claim;
}
