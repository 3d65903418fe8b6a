import type { TaskMove, TaskPriority, TaskStatus } from "../api/queries/tasks.ts";
import type { Tone } from "../ui/badge.tsx";

/** What each status is called, and in which colour. */
export const STATUS_WORDS: Readonly<Record<TaskStatus, { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: "Pending", tone: "neutral" },
  in_progress: { label: "In progress", tone: "info" },
  blocked: { label: "Blocked", tone: "bad" },
  review: { label: "Review", tone: "violet" },
  completed: { label: "Completed", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  rejected: { label: "Rejected", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "neutral" },
  archived: { label: "Archived", tone: "neutral" },
};

type MoveWords = {
  readonly label: string;
  readonly done: string;
  /** A move that needs words, and what they are for. */
  readonly note?: { readonly label: string; readonly isRequired: boolean };
  readonly look?: "primary" | "danger";
  /** What it does, asked before it is done. */
  readonly warning?: string;
};

/** What each move is called on a button, and once it is made. */
export const MOVE_WORDS: Readonly<Record<TaskMove, MoveWords>> = {
  approve: { label: "Approve", done: "approved", look: "primary" },
  arm: { label: "Approve its schedule", done: "armed", look: "primary" },
  reject: {
    label: "Reject",
    done: "rejected",
    look: "danger",
    warning: "It will not be done. That cannot be taken back.",
  },
  block: { label: "Block", done: "blocked", note: { label: "Why, and what would unblock it", isRequired: false } },
  unblock: {
    label: "Unblock",
    done: "unblocked",
    note: { label: "What its agent must know now", isRequired: false },
    look: "primary",
  },
  submit: { label: "Submit", done: "submitted" },
  fail: { label: "Mark as failed", done: "marked as failed", look: "danger", warning: "Its work stops." },
  accept: { label: "Accept", done: "accepted", look: "primary" },
  revise: { label: "Send back", done: "sent back", note: { label: "What has to change", isRequired: true } },
  cancel: {
    label: "Cancel task",
    done: "cancelled",
    look: "danger",
    warning: "Its work stops, and what was not delivered is left.",
  },
  reopen: { label: "Reopen", done: "reopened", note: { label: "What is to be done now", isRequired: false } },
  retry: { label: "Try again", done: "tried again", look: "primary" },
  archive: { label: "Archive", done: "archived" },
};

/** The move that takes another back, where one does. */
export const UNDO_OF: Readonly<Partial<Record<TaskMove, TaskMove>>> = {
  block: "unblock",
  unblock: "block",
  cancel: "reopen",
};

export const PRIORITY_WORDS: Readonly<Record<TaskPriority, string>> = {
  critical: "Urgent",
  high: "High",
  medium: "Medium",
  low: "Low",
};
