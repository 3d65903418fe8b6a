import type { TaskWrites, Transaction } from "../transaction.ts";
import { moveTask } from "./moves/move-task.ts";
import { settleChildren } from "./moves/re-evaluate.ts";
import { runEnded } from "./run-ended.ts";
import { readTask, taskSummary } from "./task-row.ts";

/** What other features may ask of tasks, in their own transaction. */
export function taskWrites(tx: Transaction): TaskWrites {
  return {
    get: async (taskId) => taskSummary(await readTask(tx, taskId)),
    move: async (taskId, move, input = {}) => taskSummary(await moveTask(tx, taskId, { ...input, move })),
    runEnded: (taskId, runId, trouble) => runEnded(tx, { taskId, runId, trouble }),
    settleChildren: (parentId) => settleChildren(tx, parentId),
    addAuthor: (taskId, agentId) => addAuthor(tx, taskId, agentId),
  };
}

/** Remembers an author of the present round; the second time changes nothing. */
export async function addAuthor(tx: Transaction, taskId: string, agentId: string): Promise<void> {
  await tx.unit.query(
    `insert into task_authors (organization_id, task_id, round, agent_id)
     select organization_id, id, round, $3 from tasks where id = $1 and organization_id = $2
     on conflict do nothing`,
    [taskId, tx.unit.organizationId, agentId],
  );
}
