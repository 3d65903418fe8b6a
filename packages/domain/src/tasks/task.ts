import { TASK_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { visibleText } from "../visible-text.ts";
import { NewTaskChecks } from "./task-check.ts";
import { TASK_PRIORITIES, TaskPriorityInput } from "./task-priority.ts";
import { TaskSchedule } from "./task-schedule.ts";
import { TASK_STATUSES } from "./task-state.ts";

const id = z.string().min(1).max(64);
const title = visibleText(TASK_LIMITS.titleChars);
const description = z.string().max(TASK_LIMITS.descriptionChars);
const instant = z.iso.datetime();

export const TaskStatusName = z.enum(TASK_STATUSES);
export const ReviewerKind = z.enum(["agent", "person"]);

const actorKind = z.enum(["person", "agent", "system"]);

/** A task as everybody sees it. */
export const Task = z.object({
  id: z.string(),
  key: z.string(),
  number: z.int(),
  projectId: z.string(),
  title: z.string(),
  description: z.string(),
  status: TaskStatusName,
  version: z.int(),
  round: z.int(),
  priority: z.enum(TASK_PRIORITIES),
  assigneeId: z.string(),
  reviewerKind: ReviewerKind,
  reviewerId: z.string(),
  createdByKind: actorKind,
  createdById: z.string(),
  parentId: z.string().nullable(),
  blockedReason: z.string().nullable(),
  /** The person who paused it. */
  pausedBy: z.string().nullable(),
  schedule: TaskSchedule.nullable(),
  schedulePausedAt: instant.nullable(),
  nextRunAt: instant.nullable(),
  scheduleRuns: z.int(),
  /** It rests until its next scheduled run: `completed` says that the last one is, or that none was needed yet. */
  isWaitingForSchedule: z.boolean(),
  timeoutMs: z.int().nullable(),
  errorRetries: z.int(),
  noSubmitRetries: z.int(),
  notBefore: instant.nullable(),
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Task = z.infer<typeof Task>;

/** Another task, named. */
export const TaskRef = z.object({ id: z.string(), key: z.string(), title: z.string(), status: TaskStatusName });
export type TaskRef = z.infer<typeof TaskRef>;

/** What moves a task next (I19). `none` means nobody does, and raises an alarm. */
export const TASK_MOVERS = ["paused", "person", "blocker", "run", "timer", "none"] as const;
export const NextMover = z.object({
  mover: z.enum(TASK_MOVERS),
  reason: z.string().nullable(),
  runId: z.string().nullable(),
});
export type NextMover = z.infer<typeof NextMover>;

export const NewTask = z.strictObject({
  projectId: id,
  title,
  description: description.default(""),
  priority: TaskPriorityInput.default("medium"),
  assigneeId: id,
  reviewerKind: ReviewerKind.default("agent"),
  reviewerId: id,
  parentId: id.optional(),
  blockerIds: z.array(id).max(TASK_LIMITS.dependenciesPerTask).default([]),
  checks: NewTaskChecks.default([]),
  subtasks: z.array(title).max(TASK_LIMITS.subtasksPerTask).default([]),
  schedule: TaskSchedule.optional(),
  timeoutMs: z.int().min(TASK_LIMITS.timeoutMinMs).max(TASK_LIMITS.timeoutMaxMs).optional(),
  /** A person's draft waits for approval; otherwise a person's task is approved by creating it. */
  isDraft: z.boolean().default(false),
});
export type NewTask = z.input<typeof NewTask>;

export const TaskEdit = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  priority: TaskPriorityInput.optional(),
  reviewerKind: ReviewerKind.optional(),
  reviewerId: id.optional(),
  blockerIds: z.array(id).max(TASK_LIMITS.dependenciesPerTask).optional(),
  checks: NewTaskChecks.optional(),
  schedule: TaskSchedule.nullable().optional(),
  isSchedulePaused: z.boolean().optional(),
  timeoutMs: z.int().min(TASK_LIMITS.timeoutMinMs).max(TASK_LIMITS.timeoutMaxMs).nullable().optional(),
});
export type TaskEdit = z.input<typeof TaskEdit>;

export const TASK_SORTS = ["created", "updated", "priority"] as const;

export const TaskListQuery = z.strictObject({
  status: z.array(TaskStatusName).optional(),
  // Whatever is no id finds nothing: an id that is not known tells nothing (I18).
  projectId: z.string().optional(),
  assigneeId: z.string().optional(),
  reviewerId: z.string().optional(),
  parentId: z.string().optional(),
  priority: TaskPriorityInput.optional(),
  /** Words of the title, the description or the key. */
  search: z.string().max(200).optional(),
  sort: z.enum(TASK_SORTS).default("created"),
  order: z.enum(["asc", "desc"]).default("desc"),
  limit: z.int().min(1).max(TASK_LIMITS.listPageMax).default(TASK_LIMITS.listPageSize),
  /** The `nextCursor` of the page before. */
  cursor: z.string().max(200).optional(),
});
export type TaskListQuery = z.input<typeof TaskListQuery>;
