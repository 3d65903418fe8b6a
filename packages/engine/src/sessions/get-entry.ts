import { type Actor, parseEntryText } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import type { EntryView } from "./list-entries.ts";

type Row = Omit<EntryView, "payload" | "createdAt"> & { readonly payload: string; readonly createdAt: Date };

/** One entry of a session's log, whole. Fault: `session.entry-not-found`. */
export async function getEntry(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly sessionId: string; readonly entryId: string },
): Promise<EntryView> {
  const [row] = await deps.database.query<Row>(
    `select id, session_id, seq, parent_id, payload, tokens, run_id, step, created_at from session_entries
     where id = $1 and session_id = $2 and organization_id = $3
       and exists (select 1 from sessions s where s.id = session_id and s.deleted_at is null)`,
    [input.entryId, input.sessionId, actor.organizationId],
  );
  if (row !== undefined)
    return { ...row, payload: parseEntryText(row.payload), createdAt: row.createdAt.toISOString() };
  throw new Fault("not-found", "session.entry-not-found", {
    message: `Session ${input.sessionId} has no entry ${input.entryId}. List its history to find it.`,
  });
}
