import type { TaskStatus } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";
import type { TaskSummary } from "../transaction.ts";

/** A row of `tasks`, as SQL returns it. */
export type TaskRow = {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly number: number;
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly status: TaskStatus;
  readonly version: number;
  readonly round: number;
  readonly priority: "critical" | "high" | "medium" | "low";
  readonly assigneeId: string;
  readonly reviewerKind: "agent" | "person";
  readonly reviewerId: string;
  readonly createdByKind: "person" | "agent" | "system";
  readonly createdById: string;
  readonly parentId: string | null;
  readonly blockedReason: string | null;
  readonly pausedBy: string | null;
  readonly schedule: string | null;
  readonly schedulePausedAt: Date | null;
  readonly nextRunAt: Date | null;
  readonly scheduleRuns: number;
  readonly timeoutMs: number | null;
  readonly errorRetries: number;
  readonly errorFingerprint: string | null;
  readonly sameErrorRetries: number;
  readonly noSubmitRetries: number;
  readonly notBefore: Date | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The task, or `task.not-found`: a foreign organization's task is not found either (I18). */
export async function readTask(tx: Transaction, taskId: string): Promise<TaskRow> {
  const row = await tx.unit.first<TaskRow>("select * from tasks where id = $1 and organization_id = $2", [
    taskId,
    tx.unit.organizationId,
  ]);
  return row ?? missing(taskId);
}

/** The task, locked until the unit ends: its moves queue up behind each other. */
export async function lockTask(tx: Transaction, taskId: string): Promise<TaskRow> {
  const row = await tx.unit.first<TaskRow>("select * from tasks where id = $1 and organization_id = $2 for update", [
    taskId,
    tx.unit.organizationId,
  ]);
  return row ?? missing(taskId);
}

export function taskSummary(row: TaskRow): TaskSummary {
  return {
    id: row.id,
    key: row.key,
    title: row.title,
    status: row.status,
    version: row.version,
    round: row.round,
    projectId: row.projectId,
    assigneeId: row.assigneeId,
    reviewerKind: row.reviewerKind,
    reviewerId: row.reviewerId,
    parentId: row.parentId ?? undefined,
  };
}

function missing(taskId: string): never {
  throw new Fault("not-found", "task.not-found", {
    message: `There is no task ${taskId}. Check the id, or list the tasks to find it.`,
  });
}
