/** State tables of the run engine; the database holds the same pairs and refuses any other (I3). */
export const RUN_PAIRS = {
  queued: ["running", "cancelled", "failed"],
  running: ["waiting", "queued", "succeeded", "incomplete", "failed", "cancelled"],
  waiting: ["queued", "cancelled", "failed"],
  succeeded: [],
  incomplete: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;
export type RunStatus = keyof typeof RUN_PAIRS;

export const ATTEMPT_PAIRS = {
  running: ["finished", "parked", "preempted", "drained", "lost", "cancelled"],
  finished: [],
  parked: [],
  preempted: [],
  drained: [],
  lost: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;
export type AttemptStatus = keyof typeof ATTEMPT_PAIRS;

/** Only a started call can become unknown (I8). */
export const CALL_PAIRS = {
  recorded: ["awaiting_approval", "started", "denied", "failed"],
  awaiting_approval: ["started", "denied"],
  started: ["done", "failed", "unknown"],
  done: [],
  failed: [],
  unknown: [],
  denied: [],
} as const satisfies Record<string, readonly string[]>;
export type CallStatus = keyof typeof CALL_PAIRS;

export const WAIT_PAIRS = {
  open: ["satisfied", "expired", "cancelled"],
  satisfied: [],
  expired: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;
export type WaitStatus = keyof typeof WAIT_PAIRS;
export const WAIT_KINDS = ["approval", "answer", "children", "not_before", "process"] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

export const APPROVAL_PAIRS = {
  pending: ["approved", "rejected", "expired", "cancelled"],
  approved: [],
  rejected: [],
  expired: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;
export type ApprovalStatus = keyof typeof APPROVAL_PAIRS;

export const ITEM_PAIRS = {
  queued: ["processing", "deferred", "merged", "dropped", "completed"],
  processing: ["completed", "queued", "deferred", "dropped"],
  deferred: ["queued", "dropped", "completed"],
  completed: [],
  merged: [],
  dropped: [],
} as const satisfies Record<string, readonly string[]>;
export type ItemStatus = keyof typeof ITEM_PAIRS;

/** What becomes of an event that a webhook is told. */
export const DELIVERY_PAIRS = {
  queued: ["delivered", "failed"],
  delivered: [],
  failed: [],
} as const satisfies Record<string, readonly string[]>;
export type DeliveryStatus = keyof typeof DELIVERY_PAIRS;

export const LANES = ["focus", "task", "chat"] as const;
export type Lane = (typeof LANES)[number];
export const RUN_KINDS = ["task", "turn", "node", "no_op"] as const;
export type RunKind = (typeof RUN_KINDS)[number];
