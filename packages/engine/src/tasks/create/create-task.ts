import { type Actor, NewTask, requireRole, type Task } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { isInTransaction, transact } from "../../open-transaction.ts";
import { taskOf } from "../task-view.ts";
import { createStarted } from "./create-started.ts";
import { createTaskIn } from "./create-task-in.ts";

/** A person creates a task. It starts at once, or waits for its blockers or its time; a draft waits for approval. */
export async function createTask(deps: EngineDeps, actor: Actor, input: NewTask): Promise<Task> {
  requireRole(actor, "member", "create tasks");
  const task = NewTask.parse(input);
  const started = isInTransaction(deps, actor) ? undefined : await createStarted(deps, actor, task);
  if (started !== undefined) return taskOf(started);
  return transact(deps, actor, async (tx) => taskOf(await createTaskIn(tx, task)));
}
