import type { TaskStatus } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";

export type Blocker = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: TaskStatus;
};

/** The blockers that keep a task from starting: all that are not completed. */
export function unfinishedBlockers(tx: Transaction, taskId: string): Promise<Blocker[]> {
  return tx.unit.query<Blocker>(
    `select b.id, b.key, b.title, b.status from task_dependencies d join tasks b on b.id = d.blocker_id
     where d.task_id = $1 and d.organization_id = $2 and b.status <> 'completed' order by b.number`,
    [taskId, tx.unit.organizationId],
  );
}
