import type { Transaction } from "../transaction.ts";
import type { Step } from "./step-end.ts";

/**
 * The step of work that does nothing: it succeeds at once, in the commit that ends its run. `finishTask` carries a no-op task to its
 * end in the same commit.
 */
export function createNoOpStep(options: {
  readonly finishTask?: (tx: Transaction, taskId: string) => Promise<void>;
}): Step {
  const { finishTask } = options;
  return async ({ taskId }) => {
    if (taskId === undefined || finishTask === undefined) return { kind: "succeeded", outcome: "nothing to do" };
    return { kind: "succeeded", outcome: "nothing to do", alongside: (tx) => finishTask(tx, taskId) };
  };
}
