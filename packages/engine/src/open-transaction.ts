import { AsyncLocalStorage } from "node:async_hooks";
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

/** A transaction that is open in this asynchronous context. */
type OpenTransaction = { readonly tx: Transaction; isOpen: boolean; failure: Error | undefined };

const current = new AsyncLocalStorage<OpenTransaction>();

/**
 * Runs one operation's work in one transaction on the actor's organization. Called while another `transact` of the same
 * organization and database is at work, it joins that transaction: both commit together or neither does.
 */
export function transact<T>(deps: EngineDeps, actor: Actor, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const outer = current.getStore();
  if (outer !== undefined && mayJoin(outer, deps, actor)) return join(outer, actor, work);
  return deps.database.unit(actor.organizationId, async (unit) => {
    const opened: OpenTransaction = { tx: bindTransaction(unit, actor, deps), isOpen: true, failure: undefined };
    try {
      const result = await current.run(opened, () => work(opened.tx));
      if (opened.failure !== undefined) throw opened.failure;
      return result;
    } finally {
      opened.isOpen = false;
    }
  });
}

/** Whether `transact` would join a transaction here: then its writes must not be a commit of their own. */
export function isInTransaction(deps: EngineDeps, actor: Actor): boolean {
  const outer = current.getStore();
  return outer !== undefined && mayJoin(outer, deps, actor);
}

function mayJoin(outer: OpenTransaction, deps: EngineDeps, actor: Actor): boolean {
  return (
    outer.isOpen && outer.tx.deps.database === deps.database && outer.tx.unit.organizationId === actor.organizationId
  );
}

/** A joined operation that throws leaves half its writes in the transaction, so the whole is undone even if its caller goes on. */
async function join<T>(outer: OpenTransaction, actor: Actor, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await work(bindTransaction(outer.tx.unit, actor, outer.tx.deps));
  } catch (error) {
    outer.failure ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  }
}
