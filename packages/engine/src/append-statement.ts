import type { SqlValue } from "@cadre/database";
import type { EntryPayload } from "@cadre/domain";
import { Fault } from "@cadre/shared";

/** The attempt and step an entry comes from. */
export type EntryOrigin = { readonly runId: string; readonly fence: number; readonly step: number };

export type AppendedEntry = {
  readonly id: string;
  readonly sessionId: string;
  readonly organizationId: string;
  readonly payload: EntryPayload;
  /** The payload's stored text. */
  readonly text: string;
  readonly origin: EntryOrigin | undefined;
  readonly tokens?: number | undefined;
};

/** The first parameter that a statement around the append may use. */
export const FIRST_FREE_PARAMETER = 11;

/**
 * The expressions that append one entry (parameters 1 to 10): `head` locks the session and gives the sequence number and the parent,
 * `moved` moves the head, `entry` is the new row. One statement, so that numbers have no gaps and no doubles. `guard` joins what
 * must hold for anything to be written, such as the claim.
 */
export function appendStatement(guard: string): string {
  return `head as (
    select s.id, s.organization_id, s.next_seq, s.head_entry_id from sessions s ${guard}
    where s.id = $2 and s.organization_id = $3 and s.archived_at is null
    for no key update of s
  ), moved as (
    update sessions s set next_seq = head.next_seq + 1, head_entry_id = $1,
      epoch = s.epoch + case when $4::text = 'compaction' then 1 else 0 end,
      head_compaction_seq = case
        when $4::text = 'compaction' then head.next_seq
        when $4::text in ('revert', 'leaf') then null
        else s.head_compaction_seq end
    from head where s.id = head.id
  ), entry as (
    insert into session_entries (id, session_id, seq, organization_id, parent_id, kind, v, payload, tokens, run_id, fence, step,
      outlives_cuts)
    select $1, head.id, head.next_seq, head.organization_id, head.head_entry_id, $4, 1, $5, $6::int, $7, $8::int, $9::int, $10::boolean
    from head
    returning seq
  )`;
}

/** The event of an appended entry, written by the same statement. It bears the entry's id. Parameters: its payload, the agent. */
export function appendedEvent(payloadParameter: number, agentParameter: number): string {
  return `event as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id)
    select 'evt_' || substr($1, 5), $3, 'session.entry-appended', 'session', $2, $${payloadParameter}, 'agent', $${agentParameter}
    from entry
  )`;
}

/** The parameters of `appendStatement`, in order. */
export function appendValues(entry: AppendedEntry): SqlValue[] {
  const { payload, text } = entry;
  return [
    entry.id,
    entry.sessionId,
    entry.organizationId,
    payload.kind,
    text,
    entry.tokens ?? null,
    entry.origin?.runId ?? null,
    entry.origin?.fence ?? null,
    entry.origin?.step ?? null,
    outlivesCuts(payload),
  ];
}

/** Entries that loading needs even when a compaction has cut what stands around them. */
function outlivesCuts(payload: EntryPayload): boolean {
  return (
    payload.kind === "pin" ||
    payload.kind === "collapse-context" ||
    (payload.kind === "user-message" && payload.isPinned === true)
  );
}

export function notWritable(sessionId: string): Fault {
  return new Fault("conflict", "session.not-writable", {
    message: `Nothing can be added to session ${sessionId}: it does not exist here, or it is archived. Use its key's head session.`,
    details: { sessionId },
  });
}
