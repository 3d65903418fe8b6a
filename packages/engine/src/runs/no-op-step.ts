import type { Alongside } from "./attempt-end.ts";
import type { Step } from "./step-end.ts";

/**
 * The step of work that does nothing: it succeeds at once, in the commit that ends its run. `finishTasks` carries no-op tasks
 * to their end in the same commit.
 */
export function createNoOpStep({ finishTasks }: { readonly finishTasks?: Alongside }): Step {
  return async ({ taskId }) => {
    if (taskId === undefined || finishTasks === undefined) return { kind: "succeeded", outcome: "nothing to do" };
    return { kind: "succeeded", outcome: "nothing to do", alongside: finishTasks };
  };
}
