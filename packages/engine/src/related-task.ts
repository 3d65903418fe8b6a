import { Fault } from "@cadre/shared";
import type { Transaction } from "./transaction.ts";

/** The id of a task that an agent names by id or by key. Fault: `task.not-found`. */
export async function relatedTask(tx: Transaction, named: string): Promise<string> {
  const task = await tx.unit.first<{ id: string }>(
    "select id from tasks where organization_id = $1 and (id = $2 or key = $2)",
    [tx.unit.organizationId, named],
  );
  if (task !== undefined) return task.id;
  throw new Fault("not-found", "task.not-found", {
    message: `There is no task ${named}. Give its id or its key, or leave it out.`,
    field: "related_task_id",
  });
}
