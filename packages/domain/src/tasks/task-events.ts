import type { TaskMove } from "./task-state.ts";

/** The event each move leaves in the outbox. */
export const TASK_MOVE_EVENTS = {
  approve: "task.approved",
  block: "task.blocked",
  reject: "task.rejected",
  cancel: "task.cancelled",
  arm: "task.armed",
  submit: "task.submitted",
  fail: "task.failed",
  unblock: "task.unblocked",
  accept: "task.accepted",
  revise: "task.revised",
  reopen: "task.reopened",
  retry: "task.retried",
  archive: "task.archived",
} as const satisfies Record<TaskMove, string>;
