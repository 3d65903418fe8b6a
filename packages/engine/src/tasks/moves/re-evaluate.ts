import { areChildrenSettled, type ChildState, isTerminalTask } from "@cadre/domain";
import type { Transaction } from "../../transaction.ts";
import type { TaskRow } from "../task-row.ts";

type Dependent = { readonly id: string; readonly key: string; readonly title: string; readonly isReady: boolean };

/**
 * Step 5: who is free now that a task is at its end: those whose last blocker it was, to be started by the caller. A blocker that
 * ended otherwise than completed frees nobody, and people are told.
 */
export async function freedDependents(tx: Transaction, task: TaskRow): Promise<string[]> {
  if (!isTerminalTask(task.status)) return [];
  const dependents = await tx.unit.query<Dependent>(
    `select t.id, t.key, t.title,
       t.paused_by is null and t.blocked_reason is null and not exists (
         select 1 from task_dependencies o join tasks b on b.id = o.blocker_id
         where o.task_id = t.id and b.status <> 'completed') as is_ready
     from task_dependencies d join tasks t on t.id = d.task_id
     where d.blocker_id = $1 and d.organization_id = $2 and t.status = 'blocked' order by t.number for update of t`,
    [task.id, task.organizationId],
  );
  if (task.status !== "completed") {
    for (const dependent of dependents) await tellOfDeadBlocker(tx, task, dependent);
  }
  return dependents.filter((dependent) => dependent.isReady).map((dependent) => dependent.id);
}

async function tellOfDeadBlocker(tx: Transaction, blocker: TaskRow, dependent: Dependent): Promise<void> {
  await tx.notifications.notify({
    type: "task_blocked",
    priority: "high",
    title: `${dependent.key} waits for ${blocker.key}, which was ${blocker.status}`,
    body: `Retry ${blocker.key}, remove it from the blockers of ${dependent.key}, or cancel ${dependent.key}.`,
    entity: { kind: "task", id: dependent.id },
    dedupeKey: `task:${dependent.id}:dead-blocker:${blocker.id}:v${blocker.version}`,
  });
}

/** Wakes a parent whose children are all at an end, or can no longer reach one by themselves. */
export async function reEvaluateParent(tx: Transaction, task: TaskRow): Promise<void> {
  if (task.parentId === null || !isTerminalTask(task.status)) return;
  await settleChildren(tx, task.parentId);
}

/** Satisfies the wait of a parent's run when its children are settled. Returns how many waits it met. */
export async function settleChildren(tx: Transaction, parentId: string): Promise<number> {
  const children = await childStates(tx, parentId);
  if (!areChildrenSettled(children)) return 0;
  return tx.runs.satisfy("children", parentId, {
    children: children.map(({ id, key, status }) => ({ id, key, status })),
  });
}

async function childStates(tx: Transaction, parentId: string): Promise<(ChildState & { readonly key: string })[]> {
  return tx.unit.query(
    `select c.id, c.key, c.status, array(
       select b.id from task_dependencies d join tasks b on b.id = d.blocker_id
       where d.task_id = c.id and b.status <> 'completed') as blocker_ids,
       exists (select 1 from task_dependencies d join tasks b on b.id = d.blocker_id
         where d.task_id = c.id and b.status in ('failed', 'cancelled', 'rejected', 'archived')) as has_dead_blocker
     from tasks c where c.parent_id = $1 and c.organization_id = $2 order by c.number`,
    [parentId, tx.unit.organizationId],
  );
}
