import type { EngineDeps } from "../engine-deps.ts";
import { claimableRuns } from "./claimable-runs.ts";
import { releaseLost } from "./release-lost.ts";
import type { RingableRun } from "./ring-run.ts";
import { wakeWaiting } from "./wake-waiting.ts";

/** One pass rings for at most this many runs; the next pass rings for the rest. */
const RING_BATCH = 500;

/** What one pass found. All zero but `rung` is a healthy installation. */
export type ReconcileReport = {
  /** Claims given back because their worker was lost. */
  readonly released: number;
  /** Waits whose time had come, was over, or whose end had been overlooked. */
  readonly settledWaits: number;
  /** Waiting runs queued again. */
  readonly woken: number;
  /** Queued runs that may be claimed and were rung for. */
  readonly rung: number;
  /** Open tasks that nothing will ever move: an alarm (I19). */
  readonly tasksWithoutMover: number;
};

const CLAIMABLE = `${claimableRuns(
  "r.min_worker_version <= (select coalesce(max(version), 0) from workers where stopped_at is null and lease_until > cadre_now())",
)} limit ${RING_BATCH}`;

/**
 * Repairs and rings from rows alone: everything a lost hint, a lost worker or a lost process left behind is found here (I1). Safe to
 * run anywhere and by several at once; heartbeat-worker does so each `RUN_LIMITS.reconcileIntervalMs`.
 */
export async function reconcile(deps: EngineDeps): Promise<ReconcileReport> {
  const released = await releaseLost(deps);
  const waiting = await wakeWaiting(deps);
  const claimable = await deps.database.query<RingableRun>(CLAIMABLE);
  for (const run of claimable) {
    deps.doorbell.run({ runId: run.id, fence: run.fence, priority: run.priority, delayMs: 0 });
  }
  const [stuck] = await deps.database.query<{ count: number }>(
    "select count(*)::int as count from task_next_movers where mover = 'none'",
  );
  return { released: released.length, ...waiting, rung: claimable.length, tasksWithoutMover: stuck?.count ?? 0 };
}
