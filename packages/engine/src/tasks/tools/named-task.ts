import { Fault } from "@cadre/shared";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import type { Transaction } from "../../transaction.ts";

/** The id of a task that an agent names by id or key; left out, it is the task it works on. Faults: `task.not-found`, `task.unnamed`. */
export async function namedTask(
  tx: Transaction,
  named: string | undefined,
  context: Pick<EngineToolContext, "taskId">,
): Promise<string> {
  if (named !== undefined) return (await namedTasks(tx, [named], "task_id"))[0] ?? "";
  if (context.taskId !== undefined) return context.taskId;
  throw new Fault("invalid", "task.unnamed", {
    message: "You are not working on a task now, so say which one: give its id or key.",
    field: "task_id",
  });
}

/** The ids of tasks named by id or key, in the order they were named. Fault: `task.not-found`. */
export async function namedTasks(tx: Transaction, named: readonly string[], field: string): Promise<string[]> {
  if (named.length === 0) return [];
  const found = await tx.unit.query<{ id: string; key: string }>(
    "select id, key from tasks where organization_id = $1 and (id = any($2::text[]) or key = any($2::text[]))",
    [tx.unit.organizationId, [...named]],
  );
  return named.map((name) => {
    const task = found.find(({ id, key }) => id === name || key === name);
    if (task !== undefined) return task.id;
    throw new Fault("not-found", "task.not-found", {
      message: `There is no task ${name}. Use task_list to find its id or key.`,
      field,
    });
  });
}
