import type { RunWrites, Transaction } from "../transaction.ts";
import { queueRun } from "./queue-run.ts";
import { ringResumed } from "./ring-lanes.ts";
import { satisfyWaits } from "./satisfy-waits.ts";
import { stopRuns } from "./stop-runs.ts";

/** What other features may ask of runs, bound to one transaction. */
export function runWrites(tx: Transaction): RunWrites {
  return {
    queue: (run) => queueRun(tx, run),
    stop: (which, how) => stopRuns(tx, which, how),
    satisfy: (kind, reference, resolution) => satisfyWaits(tx, { kind, reference }, resolution),
    ring: (whose) => ringResumed(tx, whose),
  };
}
