import { Fault } from "@cadre/shared";

/** Every move a task can make: agent-platform document 2.1. The API offers its moves, and SQL holds the same pairs. */
export const TASK_MOVES = {
  pending: { approve: "in_progress", block: "blocked", reject: "rejected", cancel: "cancelled", arm: "completed" },
  in_progress: { submit: "review", block: "blocked", fail: "failed", cancel: "cancelled" },
  blocked: { unblock: "in_progress", cancel: "cancelled" },
  review: { accept: "completed", revise: "in_progress", cancel: "cancelled" },
  completed: { reopen: "in_progress", archive: "archived" },
  failed: { retry: "in_progress", archive: "archived" },
  rejected: { archive: "archived" },
  cancelled: { reopen: "in_progress", archive: "archived" },
  archived: {},
} as const satisfies Record<string, Record<string, string>>;

export type TaskStatus = keyof typeof TASK_MOVES;
export type TaskMove = { [S in TaskStatus]: keyof (typeof TASK_MOVES)[S] }[TaskStatus];

export const TASK_STATUSES: readonly TaskStatus[] = [
  "pending",
  "in_progress",
  "blocked",
  "review",
  "completed",
  "failed",
  "rejected",
  "cancelled",
  "archived",
];

/** Nothing more happens by itself. */
export const TERMINAL_TASK_STATUSES: readonly TaskStatus[] = [
  "completed",
  "failed",
  "rejected",
  "cancelled",
  "archived",
];

export function isTerminalTask(status: TaskStatus): boolean {
  return TERMINAL_TASK_STATUSES.includes(status);
}

/** The moves a task in this status can make, in the order of the table. */
export function allowedTaskMoves(from: TaskStatus): TaskMove[] {
  return Object.keys(TASK_MOVES[from]) as TaskMove[];
}

/** Where a move leads, or a conflict that names the moves which are allowed. */
export function nextTaskStatus(from: TaskStatus, move: TaskMove): TaskStatus {
  const moves: Partial<Record<TaskMove, TaskStatus>> = TASK_MOVES[from];
  const to = moves[move];
  if (to !== undefined) return to;
  const allowed = allowedTaskMoves(from);
  throw new Fault("conflict", "task.illegal-move", {
    message: `A ${from} task cannot ${move}. ${allowed.length > 0 ? `It can: ${allowed.join(", ")}.` : "It is at its end."}`,
    details: { status: from, move, allowedMoves: allowed },
  });
}

/** True when some move leads from one status to the other. The same status is never a move. */
export function mayTaskGo(from: TaskStatus, to: TaskStatus): boolean {
  return from !== to && Object.values<TaskStatus>(TASK_MOVES[from]).includes(to);
}

/** The move that leads from one status to another; undefined when none does. */
export function taskMoveBetween(from: TaskStatus, to: TaskStatus): TaskMove | undefined {
  const moves: Partial<Record<TaskMove, TaskStatus>> = TASK_MOVES[from];
  return allowedTaskMoves(from).find((move) => moves[move] === to);
}
