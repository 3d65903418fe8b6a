import type { TaskWrites, Transaction } from "../transaction.ts";
import { handOverReviews } from "./edit/hand-over-reviews.ts";
import { moveTask } from "./moves/move-task.ts";
import { settleChildren } from "./moves/re-evaluate.ts";
import { runEnded } from "./run-ended.ts";
import { addAuthor } from "./task-authors.ts";
import { readTask, taskSummary } from "./task-row.ts";

/** What other features may ask of tasks, in their own transaction. */
export function taskWrites(tx: Transaction): TaskWrites {
  return {
    get: async (taskId) => taskSummary(await readTask(tx, taskId)),
    move: async (taskId, move, input = {}) => taskSummary(await moveTask(tx, taskId, { ...input, move })),
    runEnded: (taskId, runId, trouble) => runEnded(tx, { taskId, runId, trouble }),
    settleChildren: (parentId) => settleChildren(tx, parentId),
    handOverReviews: (personId) => handOverReviews(tx, personId),
    addAuthor: (taskId, agentId) => addAuthor(tx, taskId, agentId),
  };
}
