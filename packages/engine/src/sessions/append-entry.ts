import { rowsStatement } from "@cadre/database";
import { type EntryPayload, storedText } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import { countEntry } from "../count-entry.ts";
import { appendTo, ENTRY_COLUMNS, type EntryOrigin, entryRow, notWritable } from "../append-statement.ts";

/**
 * Appends one entry at a session's head, inside a transaction that has already shown its right to write. Returns its id.
 * Faults: `session.not-writable` when the session is missing, foreign or archived.
 */
export async function appendToSession(
  tx: Transaction,
  sessionId: string,
  entry: { readonly payload: EntryPayload; readonly origin: EntryOrigin | undefined },
): Promise<string> {
  const id = tx.deps.newId("entry");
  const { organizationId } = tx.unit;
  const tokens = await countEntry(entry.payload);
  const row = entryRow({ ...entry, id, sessionId, organizationId, tokens, text: storedText(entry.payload) });
  const appended = await tx.unit.write(APPEND, [row]);
  if (appended.length === 0) throw notWritable(sessionId);
  tx.unit.emit({
    type: "session.entry-appended",
    entity: { kind: "session", id: sessionId },
    payload: { entryId: id, kind: entry.payload.kind, runId: entry.origin?.runId, step: entry.origin?.step },
    actor: tx.actor,
  });
  return id;
}

const APPEND = rowsStatement(ENTRY_COLUMNS, `${appendTo("asked")} select nth, seq from head`);
