import type { NotificationWrites, Transaction } from "../transaction.ts";
import { notifyPeople } from "./notify-people.ts";

/** What other features may ask of people's inboxes, bound to one transaction. */
export function notificationWrites(tx: Transaction): NotificationWrites {
  return { notify: (input, personIds) => notifyPeople(tx, input, personIds) };
}
