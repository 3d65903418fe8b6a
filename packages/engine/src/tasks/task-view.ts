import type { Task } from "@cadre/domain";
import { parseSchedule } from "./schedule/stored-schedule.ts";
import type { TaskRow } from "./task-row.ts";

/** A row as everybody sees it: instants as text, the schedule parsed. */
export function taskOf(row: TaskRow): Task {
  return {
    id: row.id,
    key: row.key,
    number: row.number,
    projectId: row.projectId,
    title: row.title,
    description: row.description,
    status: row.status,
    version: row.version,
    round: row.round,
    priority: row.priority,
    assigneeId: row.assigneeId,
    reviewerKind: row.reviewerKind,
    reviewerId: row.reviewerId,
    createdByKind: row.createdByKind,
    createdById: row.createdById,
    parentId: row.parentId,
    blockedReason: row.blockedReason,
    pausedBy: row.pausedBy,
    schedule: parseSchedule(row.schedule) ?? null,
    schedulePausedAt: instantOf(row.schedulePausedAt),
    nextRunAt: instantOf(row.nextRunAt),
    scheduleRuns: row.scheduleRuns,
    isWaitingForSchedule: row.nextRunAt !== null && (row.status === "completed" || row.status === "failed"),
    timeoutMs: row.timeoutMs,
    errorRetries: row.errorRetries,
    noSubmitRetries: row.noSubmitRetries,
    notBefore: instantOf(row.notBefore),
    startedAt: instantOf(row.startedAt),
    completedAt: instantOf(row.completedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function instantOf(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
