import type { z } from "zod";
import type { Lane } from "../runs/run-state.ts";

/** 0 critical, 1 high, 2 normal, 3 low, 4 background. */
export type ItemPriority = 0 | 1 | 2 | 3 | 4;

/** What an item does once it is posted. */
export type ItemHandling = {
  readonly lane: Lane;
  /** `task`: it starts a task run. `turn`: a turn. `none`: it waits to be read. */
  readonly starts: "task" | "turn" | "none";
  /** The scenario of the work it starts; empty when it starts none. */
  readonly scenario: string;
  /** Purely informational mail is purged past its time. */
  readonly isInformational: boolean;
};

/** One type of mail: everything about it in one place. Storage is generic. */
export type MailboxItemType<Type extends string, Payload extends z.ZodType> = {
  readonly type: Type;
  readonly payload: Payload;
  readonly priority: ItemPriority;
  /** The system's own doing: dropped when the agent or the organization is paused (decisions, "Pause"). */
  readonly isInternal: boolean;
  readonly handling: (payload: z.infer<Payload>) => ItemHandling;
  readonly headline: (payload: z.infer<Payload>) => string;
};

export function defineMailboxItem<const Type extends string, Payload extends z.ZodType>(
  item: MailboxItemType<Type, Payload>,
): MailboxItemType<Type, Payload> {
  return item;
}
