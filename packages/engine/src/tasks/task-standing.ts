import type { TaskStanding } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import type { TaskRow } from "./task-row.ts";

/** Who stands where to a task: what rights are decided on. */
export async function taskStanding(tx: Transaction, task: TaskRow): Promise<TaskStanding> {
  const found = await tx.unit.first<{ managerId: string | null; authorIds: string[] }>(
    `select a.manager_id,
       array(select agent_id from task_authors where task_id = $1 and round = $2 order by agent_id) as author_ids
     from agents a where a.id = $3`,
    [task.id, task.round, task.assigneeId],
  );
  return {
    status: task.status,
    wasStarted: task.startedAt !== null,
    assigneeId: task.assigneeId,
    assigneeManagerId: found?.managerId ?? undefined,
    reviewerKind: task.reviewerKind,
    reviewerId: task.reviewerId,
    createdByKind: task.createdByKind,
    createdById: task.createdById,
    pausedBy: task.pausedBy ?? undefined,
    roundAuthorIds: found?.authorIds ?? [],
  };
}
