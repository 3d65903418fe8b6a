import type { Actor } from "@cadre/domain";
import type { Unit } from "@cadre/database";
import { approvalWrites } from "./approvals/approval-writes.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { mailboxWrites } from "./mailbox/mailbox-writes.ts";
import { notificationWrites } from "./notifications/notification-writes.ts";
import { runWrites } from "./runs/run-writes.ts";
import { sessionWrites } from "./sessions/session-writes.ts";
import { taskWrites } from "./tasks/task-writes.ts";
import type { Transaction } from "./transaction.ts";

/** Binds every feature's writes to one unit. The only place that knows all features. */
export function bindTransaction(unit: Unit, actor: Actor, deps: EngineDeps): Transaction {
  const tx: Transaction = {
    unit,
    actor,
    deps,
    get tasks() {
      return taskWrites(tx);
    },
    get mailbox() {
      return mailboxWrites(tx);
    },
    get runs() {
      return runWrites(tx);
    },
    get sessions() {
      return sessionWrites(tx);
    },
    get approvals() {
      return approvalWrites(tx);
    },
    get notifications() {
      return notificationWrites(tx);
    },
  };
  return tx;
}

/** Runs one operation's work in one transaction on the actor's organization. */
export function transact<T>(deps: EngineDeps, actor: Actor, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return deps.database.unit(actor.organizationId, (unit) => work(bindTransaction(unit, actor, deps)));
}
