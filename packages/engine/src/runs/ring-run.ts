import type { Transaction } from "../transaction.ts";

export type RingableRun = { readonly id: string; readonly fence: number; readonly priority: number };

/** Rings for a queued run once the unit has committed. A hint only: the reconciler rings again when it is lost (I1). */
export function ringAfterCommit(tx: Transaction, run: RingableRun, delayMs = 0): void {
  tx.unit.afterCommit(() => {
    tx.deps.doorbell.run({ runId: run.id, fence: run.fence, priority: run.priority, delayMs });
  });
}
