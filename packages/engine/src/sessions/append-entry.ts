import { rowsStatement } from "@cadre/database";
import { type EntryPayload, type EventType, isHeadMove, storedText } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import { countEntry } from "../count-entry.ts";
import { appendTo, ENTRY_COLUMNS, type EntryOrigin, entryRow, notWritable } from "../append-statement.ts";

export type NewEntry = {
  readonly payload: EntryPayload;
  readonly origin?: EntryOrigin | undefined;
  /** The event that tells of it; `session.entry-appended` when absent. */
  readonly event?: EventType;
};

/**
 * Appends one entry at a session's head, inside a transaction that has already shown its right to write. Returns its id. Moves of the
 * head are not appended here: they change where the next entry goes. Faults: `session.not-writable` when the session is missing,
 * foreign, archived or deleted.
 */
export async function appendToSession(tx: Transaction, sessionId: string, entry: NewEntry): Promise<string> {
  const { payload, origin } = entry;
  if (isHeadMove(payload.kind)) throw new Error(`An entry of kind ${payload.kind} is written by the move of the head.`);
  const id = tx.deps.newId("entry");
  const { organizationId } = tx.unit;
  const tokens = await countEntry(payload);
  const row = entryRow({ ...entry, origin, id, sessionId, organizationId, tokens, text: storedText(payload) });
  const appended = await tx.unit.write(APPEND, [row]);
  if (appended.length === 0) throw notWritable(sessionId);
  tx.unit.emit({
    type: entry.event ?? "session.entry-appended",
    entity: { kind: "session", id: sessionId },
    payload: { entryId: id, kind: payload.kind, runId: origin?.runId, step: origin?.step },
    actor: tx.actor,
  });
  return id;
}

const APPEND = rowsStatement(ENTRY_COLUMNS, `${appendTo("asked")} select nth, seq from head`);
