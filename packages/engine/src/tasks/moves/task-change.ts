import type { Actor, TaskMove, TaskStatus } from "@cadre/domain";
import type { TaskRow } from "../task-row.ts";

/** What a caller asks for. `submitId` comes only from the submit itself. */
export type MoveRequest = {
  readonly move: TaskMove;
  readonly note?: string;
  readonly version?: number;
  readonly submitId?: string;
  /** Who moves it, when it is not the one who asks: the system, for what follows by rule. */
  readonly by?: Actor;
  /** The block comes from a new dependency: the last blocker frees the task, no person has to. */
  readonly isForBlockers?: boolean;
};

export type Reviewer = { readonly kind: "agent" | "person"; readonly id: string };

/** A move that passed every rule, before and while it is carried out. */
export type TaskChange = {
  readonly before: TaskRow;
  readonly actor: Actor;
  readonly move: TaskMove;
  readonly to: TaskStatus;
  readonly note: string | undefined;
  /** The submit under review: the new one of a submit, the judged one of a verdict. */
  readonly submitId: string | undefined;
  /** Why it stands still, for people; null when it waits only for its blockers, of which the last one frees it. */
  readonly blockedReason: string | null;
  /** The person who pauses it with this move. */
  readonly pausedBy: string | null;
  /** Who reviews from now on: another than before when the named reviewer cannot. */
  readonly reviewer: Reviewer;
};
