import type { SessionWrites, Transaction } from "../transaction.ts";
import { appendToSession } from "./append-entry.ts";
import { ensureSession } from "./ensure-session.ts";

/** What other features may ask of sessions, bound to one transaction. */
export function sessionWrites(tx: Transaction): SessionWrites {
  return {
    ensure: (input) => ensureSession(tx, input),
    append: (sessionId, payload, origin) => appendToSession(tx, sessionId, { payload, origin }),
  };
}
