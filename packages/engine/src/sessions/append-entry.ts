import { type EntryPayload, storedText } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import { appendStatement, appendValues, type EntryOrigin, notWritable } from "../append-statement.ts";

/**
 * Appends one entry at a session's head, inside a transaction that has already shown its right to write. Returns its id.
 * Faults: `session.not-writable` when the session is missing, foreign or archived.
 */
export async function appendToSession(
  tx: Transaction,
  sessionId: string,
  entry: { readonly payload: EntryPayload; readonly origin: EntryOrigin | undefined; readonly tokens?: number },
): Promise<string> {
  const id = tx.deps.newId("entry");
  const appended = await tx.unit.count(
    APPEND,
    appendValues({ ...entry, id, sessionId, organizationId: tx.unit.organizationId, text: storedText(entry.payload) }),
  );
  if (appended === 0) throw notWritable(sessionId);
  tx.unit.emit({
    type: "session.entry-appended",
    entity: { kind: "session", id: sessionId },
    payload: { entryId: id, kind: entry.payload.kind, runId: entry.origin?.runId, step: entry.origin?.step },
    actor: tx.actor,
  });
  return id;
}

const APPEND = `with ${appendStatement("")} select seq from entry`;
