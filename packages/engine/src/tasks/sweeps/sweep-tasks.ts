import type { TaskMove } from "@cadre/domain";
import { isFault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { moveTask } from "../moves/move-task.ts";

export type SweptTask = { readonly id: string; readonly organizationId: string; readonly version: number };

export type Sweep = { readonly id: string; readonly move: TaskMove; readonly note: string };

/** Moves each task if it is still as it was found; one that moved meanwhile is left alone. Returns the ids that were moved. */
export async function sweepTasks(deps: EngineDeps, found: readonly SweptTask[], sweep: Sweep): Promise<string[]> {
  const moved: string[] = [];
  for (const task of found) {
    const actor = { kind: "system", id: sweep.id, organizationId: task.organizationId } as const;
    const isMoved = await transact(deps, actor, (tx) =>
      moveTask(tx, task.id, { move: sweep.move, note: sweep.note, version: task.version }),
    ).then(
      () => true,
      (error: unknown) => {
        if (isFault(error, "task.stale")) return false;
        throw error;
      },
    );
    if (isMoved) moved.push(task.id);
  }
  return moved;
}
