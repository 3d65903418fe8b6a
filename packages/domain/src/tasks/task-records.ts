import { TASK_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { visibleText } from "../visible-text.ts";
import { Deliverable } from "./deliverable.ts";
import { CHECK_STAGES } from "./task-check.ts";
import { TASK_MOVES, TASK_STATUSES, type TaskMove } from "./task-state.ts";
import { NextMover, Task, TaskRef } from "./task.ts";

const instant = z.iso.datetime();
const actorKind = z.enum(["person", "agent", "system"]);

const MOVE_NAMES = [...new Set(TASK_STATUSES.flatMap((status) => Object.keys(TASK_MOVES[status])))] as TaskMove[];

/** The moves a client can ask for. */
export const TaskMoveName = z.enum(MOVE_NAMES);

export const NoteText = visibleText(TASK_LIMITS.noteChars);

export const TaskMoveRequest = z.strictObject({
  move: TaskMoveName,
  note: z.string().max(TASK_LIMITS.noteChars).optional(),
  /** Cancels with it what waits for it and what it was split into. */
  isCascade: z.boolean().default(false),
});
export type TaskMoveRequest = z.input<typeof TaskMoveRequest>;

export const TaskComment = z.object({
  id: z.string(),
  taskId: z.string(),
  authorKind: actorKind,
  authorId: z.string(),
  text: z.string(),
  replyToId: z.string().nullable(),
  mentions: z.array(z.string()),
  createdAt: instant,
});
export type TaskComment = z.infer<typeof TaskComment>;

export const NewTaskComment = z.strictObject({
  text: visibleText(TASK_LIMITS.commentChars),
  replyToId: z.string().max(64).optional(),
  mentions: z.array(z.string().max(64)).max(50).default([]),
});
export type NewTaskComment = z.input<typeof NewTaskComment>;

export const TaskNote = z.object({
  id: z.string(),
  taskId: z.string(),
  authorKind: actorKind,
  authorId: z.string(),
  round: z.int(),
  text: z.string(),
  createdAt: instant,
});
export type TaskNote = z.infer<typeof TaskNote>;

/** A line in a task's own checklist. */
export const Subtask = z.object({
  id: z.string(),
  taskId: z.string(),
  title: z.string(),
  status: z.enum(["pending", "completed", "cancelled"]),
  position: z.int(),
  reason: z.string().nullable(),
  createdAt: instant,
});
export type Subtask = z.infer<typeof Subtask>;

export const SubtaskTitle = visibleText(TASK_LIMITS.titleChars);

export const TaskTransition = z.object({
  id: z.int(),
  taskId: z.string(),
  move: z.string(),
  fromStatus: z.string().nullable(),
  toStatus: z.string(),
  version: z.int(),
  round: z.int(),
  actorKind,
  actorId: z.string(),
  note: z.string().nullable(),
  createdAt: instant,
});
export type TaskTransition = z.infer<typeof TaskTransition>;

/** A file of a snapshot: its path in the workspace and the hash its bytes are stored under. */
export const SnapshotFile = z.object({ path: z.string(), sha256: z.string(), bytes: z.int() });
export type SnapshotFile = z.infer<typeof SnapshotFile>;

export const CheckResult = z.object({
  checkId: z.string(),
  name: z.string(),
  stage: z.enum(CHECK_STAGES),
  status: z.enum(["passed", "failed", "error"]),
  output: z.string(),
  durationMs: z.int(),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** One submit of a round, with what its checks said and what the reviewer did. */
export const TaskSubmit = z.object({
  id: z.string(),
  taskId: z.string(),
  round: z.int(),
  runId: z.string().nullable(),
  agentId: z.string(),
  summary: z.string(),
  knownIssues: z.string().nullable(),
  manifestHash: z.string(),
  files: z.array(SnapshotFile),
  checks: z.array(CheckResult),
  verdict: z
    .object({
      verdict: z.enum(["accepted", "revise"]),
      reviewerKind: z.enum(["person", "agent"]),
      reviewerId: z.string(),
      note: z.string().nullable(),
      createdAt: instant,
    })
    .nullable(),
  createdAt: instant,
});
export type TaskSubmit = z.infer<typeof TaskSubmit>;

export const StoredCheck = z.object({
  id: z.string(),
  stage: z.enum(CHECK_STAGES),
  kind: z.string(),
  name: z.string(),
  /** The check's own fields, as they were given. */
  spec: z.record(z.string(), z.unknown()),
});

/** A task with all that stands around it, and the moves that the one who asks can make. */
export const TaskDetail = Task.extend({
  nextMover: NextMover.nullable(),
  moves: z.array(TaskMoveName),
  blockers: z.array(TaskRef),
  dependents: z.array(TaskRef),
  parent: TaskRef.nullable(),
  children: z.array(TaskRef),
  subtasks: z.array(Subtask),
  checks: z.array(StoredCheck),
  submits: z.array(TaskSubmit),
  deliverables: z.array(Deliverable),
});
export type TaskDetail = z.infer<typeof TaskDetail>;
