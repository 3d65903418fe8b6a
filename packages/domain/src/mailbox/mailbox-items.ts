import { Fault } from "@cadre/shared";
import type { z } from "zod";
import type { ItemHandling, ItemPriority, MailboxItemType } from "./define-mailbox-item.ts";
import { callbackResult } from "./items/callback-result.item.ts";
import { heartbeat } from "./items/heartbeat.item.ts";
import { reviewRequest } from "./items/review-request.item.ts";
import { systemEvent } from "./items/system-event.item.ts";
import { taskStatusUpdate } from "./items/task-status-update.item.ts";

/** Every type of mail. Adding one is its file and one line here. */
export const MAILBOX_ITEMS = [taskStatusUpdate, reviewRequest, heartbeat, systemEvent, callbackResult] as const;

/** Types that a pause drops. */
export const INTERNAL_ITEM_TYPES: readonly string[] = MAILBOX_ITEMS.filter((item) => item.isInternal).map(
  (item) => item.type,
);

export type MailboxItemName = (typeof MAILBOX_ITEMS)[number]["type"];

type ItemOf<Name extends MailboxItemName> = Extract<(typeof MAILBOX_ITEMS)[number], { type: Name }>;

/** The payload of one type, or the union of all. */
export type MailboxPayload<Name extends MailboxItemName = MailboxItemName> = z.infer<ItemOf<Name>["payload"]>;

/** A type and its payload, as an operation posts it. */
export type MailboxContent = {
  [Name in MailboxItemName]: { readonly type: Name; readonly payload: MailboxPayload<Name> };
}[MailboxItemName];

export function mailboxItem(name: string): (typeof MAILBOX_ITEMS)[number] | undefined {
  return MAILBOX_ITEMS.find((item) => item.type === name);
}

/** One item as its type describes it. */
export type DescribedItem = {
  readonly type: MailboxItemName;
  readonly payload: MailboxPayload;
  readonly priority: ItemPriority;
  readonly headline: string;
  readonly handling: ItemHandling;
};

/** Checks a payload against its type and derives how the item is shown and worked. Fault `mailbox.bad-item` names the field. */
export function describeItem(content: { readonly type: string; readonly payload: unknown }): DescribedItem {
  const type: MailboxItemType<MailboxItemName, z.ZodType> | undefined = mailboxItem(content.type);
  if (type === undefined) {
    throw new Fault("invalid", "mailbox.unknown-type", {
      message: `There is no mail of type ${content.type}.`,
      field: "type",
    });
  }
  const parsed = type.payload.safeParse(content.payload);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Fault("invalid", "mailbox.bad-item", {
      message: `Mail of type ${type.type} cannot be posted: ${issue?.message ?? "its payload is wrong"}.`,
      field: ["payload", ...(issue?.path ?? [])].join("."),
    });
  }
  return {
    type: type.type,
    payload: parsed.data as MailboxPayload,
    priority: type.priority,
    headline: type.headline(parsed.data),
    handling: type.handling(parsed.data),
  };
}
