import type { z } from "zod";
import { heartbeat } from "./items/heartbeat.item.ts";
import { reviewRequest } from "./items/review-request.item.ts";
import { systemEvent } from "./items/system-event.item.ts";
import { taskStatusUpdate } from "./items/task-status-update.item.ts";

/** Every type of mail. Adding one is its file and one line here. */
export const MAILBOX_ITEMS = [taskStatusUpdate, reviewRequest, heartbeat, systemEvent] as const;

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
