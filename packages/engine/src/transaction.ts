import type { Unit } from "@cadre/database";
import type {
  Actor,
  EntryPayload,
  Lane,
  MailboxContent,
  RunKind,
  TaskMove,
  TaskStatus,
  WaitKind,
  ItemPriority,
} from "@cadre/domain";
import type { EngineDeps } from "./engine-deps.ts";

/**
 * One unit of work as features see it. Features never import each other: what one needs of another stands here, and what must
 * follow a change (`then`) is called on it, in the same transaction (I4).
 */
export type Transaction = {
  readonly unit: Unit;
  readonly actor: Actor;
  readonly deps: EngineDeps;
  readonly tasks: TaskWrites;
  readonly mailbox: MailboxWrites;
  readonly runs: RunWrites;
  readonly sessions: SessionWrites;
  readonly approvals: ApprovalWrites;
  readonly notifications: NotificationWrites;
};

export type TaskSummary = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly version: number;
  readonly round: number;
  readonly projectId: string;
  readonly assigneeId: string;
  readonly reviewerKind: "agent" | "person";
  readonly reviewerId: string;
  readonly parentId: string | undefined;
};

/** How a task's run stopped without a submit. */
export type RunTrouble =
  | { readonly kind: "no-submit" }
  | {
      readonly kind: "error";
      readonly fingerprint: string;
      readonly message: string;
      readonly isNetwork: boolean;
      readonly isFatal: boolean;
    }
  | { readonly kind: "loop-detected"; readonly message: string }
  | { readonly kind: "poison"; readonly message: string };

export type TaskWrites = {
  get(taskId: string): Promise<TaskSummary>;
  /**
   * Makes one move with everything that follows it, in the order of agent-platform 2.1. Compare-and-set on the version when given.
   * Faults: `task.not-found`, `task.illegal-move`, `task.stale` (with the current version), and those of the move's own rules.
   */
  move(
    taskId: string,
    move: TaskMove,
    input?: { readonly note?: string; readonly version?: number },
  ): Promise<TaskSummary>;
  /** Decides what follows a task run that ended without submit: a retry (new run row, later), failure, or a person. */
  runEnded(taskId: string, runId: string, trouble: RunTrouble): Promise<void>;
  /** Satisfies the waits for a task's children if they are settled. Returns how many waits it met. */
  settleChildren(parentId: string): Promise<number>;
  /** Gives what waits for the verdict of a person who may judge no more to somebody who may. */
  handOverReviews(personId: string): Promise<void>;
  /** Remembers that an agent wrote in the task's present round: it may not accept it (I7). */
  addAuthor(taskId: string, agentId: string): Promise<void>;
};

export type PostedItem = { readonly itemId: string; readonly runId: string | undefined; readonly isNew: boolean };

export type MailboxWrites = {
  /** Posts mail to an agent and, when its type starts work, queues the run. A known dedupe key returns the first item (I14). */
  post(
    agentId: string,
    content: MailboxContent,
    options?: {
      readonly taskId?: string;
      readonly dedupeKey?: string;
      readonly delayMs?: number;
      readonly sessionId?: string;
      /** Instead of the priority of the item's type. */
      readonly priority?: ItemPriority;
    },
  ): Promise<PostedItem>;
  /** What follows from an item that was completed together with its run. */
  completed(
    item: { readonly id: string; readonly agentId: string; readonly type: string; readonly startedAt: Date | null },
    outcome: string,
  ): Promise<void>;
  /** Ends an item. An item already at its end stays as it is. */
  end(itemId: string, status: "completed" | "dropped" | "merged", outcome: string): Promise<void>;
  /** Drops what still waits for a task: status mail always; reviews and executions when `withWork`. */
  dropForTask(taskId: string, options: { readonly withWork: boolean }): Promise<void>;
  /** Drops beats and other internal mail of one agent or of all, and cancels the runs it started: part of a pause. */
  dropInternal(whose: { readonly agentId: string } | { readonly organization: true }): Promise<void>;
  /** Drops everything an agent has not ended, and cancels the runs it started: the agent is being deleted. */
  dropForAgent(agentId: string): Promise<void>;
};

export type QueueRun = {
  readonly agentId: string;
  readonly kind: RunKind;
  readonly scenario: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly itemId?: string;
  readonly taskId?: string;
  readonly round?: number;
  readonly sessionId?: string;
  readonly delayMs?: number;
};

export type OpenWait = {
  readonly kind: WaitKind;
  readonly reference?: string;
  /** Milliseconds until it is due, by the clock of the database: the process that waits may have another. */
  readonly dueInMs?: number;
};

export type RunWrites = {
  /** Queues a run and rings for it after the commit. Returns its id. */
  queue(run: QueueRun): Promise<string>;
  /**
   * Stops open runs at once and for good: moves the fence, ends the attempt, and aborts the worker's calls after the commit.
   * `cancelled` ends runs with their waits, pending approvals and items. `held` (pause) puts running ones back to queued and leaves
   * the others as they are. An agent's own run is never stopped by what it does itself.
   */
  stop(
    which:
      | { readonly taskId: string }
      | { readonly agentId: string }
      | { readonly organization: true }
      | { readonly runId: string },
    how: { readonly to: "cancelled" | "held"; readonly reason: string; readonly kinds?: readonly RunKind[] },
  ): Promise<readonly string[]>;
  /** Satisfies every open wait for a thing; runs without another open wait are queued again. Returns how many waits it met. */
  satisfy(kind: WaitKind, reference: string, resolution: Readonly<Record<string, unknown>>): Promise<number>;
  /** Rings, after the commit, for what may be claimed again: an agent or the organization was resumed. */
  ring(whose: { readonly agentId: string } | { readonly organization: true }): Promise<void>;
};

export type SessionWrites = {
  /** The head session of a key, made when it is missing. */
  ensure(input: {
    readonly key: string;
    readonly agentId: string;
    readonly kind: string;
    readonly taskId?: string;
    readonly title?: string;
    readonly isHumanFacing?: boolean;
  }): Promise<{ readonly sessionId: string; readonly isNew: boolean }>;
  /** Appends one entry at the head and returns its id. Text is made storable once, here (I11). */
  append(
    sessionId: string,
    payload: EntryPayload,
    origin?: { readonly runId: string; readonly fence: number; readonly step: number },
  ): Promise<string>;
};

export type ApprovalRequest = {
  readonly kind: "task" | "action" | "question" | "review";
  readonly title: string;
  readonly description: string;
  readonly taskId?: string;
  readonly agentId?: string;
  readonly call?: { readonly runId: string; readonly entryId: string; readonly callId: string };
  /** Canonical text of the exact action; the decision binds to it. */
  readonly action?: string;
  readonly options?: readonly { readonly id: string; readonly label: string; readonly description?: string }[];
  readonly allowFreeform?: boolean;
  readonly expiresInMs?: number;
  /** Of the notice that people get; high when absent. */
  readonly priority?: "low" | "normal" | "high" | "urgent";
};

export type ApprovalWrites = {
  /** Creates a pending approval and tells the people who may decide it. */
  request(input: ApprovalRequest): Promise<string>;
  /** Cancels what is pending for a task. */
  cancelForTask(taskId: string, reason: string): Promise<void>;
};

export type NotificationInput = {
  readonly type: string;
  readonly priority?: "low" | "normal" | "high" | "urgent";
  readonly title: string;
  readonly body?: string;
  readonly entity?: { readonly kind: string; readonly id: string };
  /** The same key reaches a person once. */
  readonly dedupeKey?: string;
};

export type NotificationWrites = {
  /** Tells people: those named, else every owner and admin of the organization. */
  notify(input: NotificationInput, personIds?: readonly string[]): Promise<void>;
};
