import type { MailboxWrites, Transaction } from "../transaction.ts";
import { dropAgentItems, dropInternalItems, dropTaskItems } from "./drop-items.ts";
import { endItem, followEnd } from "./end-item.ts";
import { postItem } from "./post-item.ts";

/** What other features may ask of the mailbox, bound to one transaction. */
export function mailboxWrites(tx: Transaction): MailboxWrites {
  return {
    post: (agentId, content, options = {}) => postItem(tx, agentId, { content, options }),
    completed: (item, outcome) => followEnd(tx, item, { status: "completed", outcome }),
    end: (itemId, status, outcome) => endItem(tx, itemId, { status, outcome }),
    dropForTask: (taskId, options) => dropTaskItems(tx, taskId, options),
    dropInternal: (whose) => dropInternalItems(tx, whose),
    dropForAgent: (agentId) => dropAgentItems(tx, agentId),
  };
}
