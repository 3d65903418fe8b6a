import type { TaskStatus } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";

export type Blocker = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: TaskStatus;
};

/** Open tasks that wait for a task. */
export function waitingTasks(tx: Transaction, taskId: string): Promise<{ key: string }[]> {
  return tx.unit.query<{ key: string }>(
    `select w.key from task_dependencies d join tasks w on w.id = d.task_id
     where d.blocker_id = $1 and d.organization_id = $2 and w.status in ('pending', 'in_progress', 'blocked', 'review')
     order by w.number`,
    [taskId, tx.unit.organizationId],
  );
}

/** The blockers that keep a task from starting: all that are not completed. */
export function unfinishedBlockers(tx: Transaction, taskId: string): Promise<Blocker[]> {
  return tx.unit.query<Blocker>(
    `select b.id, b.key, b.title, b.status from task_dependencies d join tasks b on b.id = d.blocker_id
     where d.task_id = $1 and d.organization_id = $2 and b.status <> 'completed' order by b.number`,
    [taskId, tx.unit.organizationId],
  );
}
