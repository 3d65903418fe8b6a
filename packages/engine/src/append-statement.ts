import type { RowOf } from "@cadre/database";
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

/** The columns of an appended entry in a statement over rows. */
export const ENTRY_COLUMNS = {
  entryId: "text",
  sessionId: "text",
  organizationId: "text",
  kind: "text",
  v: "int",
  payload: "text",
  tokens: "int",
  runId: "text",
  fence: "int",
  step: "int",
  outlivesCuts: "boolean",
} as const;

/** Entries that only mark others or name the session: whatever else is appended goes on from a revert for good. */
const MARK_KINDS = "^(pin|label|title|metadata|custom)$";

/**
 * The expressions that append one entry to the session of each row of `source`: `head` locks the sessions and has what was asked with
 * the sequence number and the parent, `moved` moves the heads, `entry` is the new rows. One statement, so that numbers have no gaps and no
 * doubles. What must hold for anything to be written, such as the claim, narrows `source`.
 */
export function appendTo(source: string): string {
  return `head as (
    select asked.*, s.next_seq as seq, s.head_entry_id as parent_id from ${source} asked
    join sessions s on s.id = asked.session_id and s.organization_id = asked.organization_id
    where s.archived_at is null and s.deleted_at is null
    order by s.id for no key update of s
  ), moved as (
    update sessions s set next_seq = head.seq + 1, head_entry_id = head.entry_id,
      epoch = s.epoch + case when head.kind = 'compaction' then 1 else 0 end,
      head_compaction_seq = case when head.kind = 'compaction' then head.seq else s.head_compaction_seq end,
      reverted_from_id = case when head.kind ~ '${MARK_KINDS}' then s.reverted_from_id end
    from head where s.id = head.session_id
  ), entry as (
    insert into session_entries (id, session_id, seq, organization_id, parent_id, kind, v, payload, tokens, run_id, fence, step,
      outlives_cuts)
    select entry_id, session_id, seq, organization_id, parent_id, kind, v, payload, tokens, run_id, fence, step, outlives_cuts
    from head
  )`;
}

/** The columns of an appended entry's event, beside the entry's own. */
export const EVENT_COLUMNS = { event: "text", agentId: "text" } as const;

/** The events of appended entries, written by the same statement. Each bears its entry's id. */
export const APPENDED_EVENT = `event as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id)
    select 'evt_' || substr(entry_id, 5), organization_id, 'session.entry-appended', 'session', session_id, event, 'agent', agent_id
    from head
  )`;

/** The values of `ENTRY_COLUMNS`. */
export function entryRow(entry: AppendedEntry): RowOf<typeof ENTRY_COLUMNS> {
  const { payload, text } = entry;
  return {
    entryId: entry.id,
    sessionId: entry.sessionId,
    organizationId: entry.organizationId,
    kind: payload.kind,
    v: payload.v,
    payload: text,
    tokens: entry.tokens ?? null,
    runId: entry.origin?.runId ?? null,
    fence: entry.origin?.fence ?? null,
    step: entry.origin?.step ?? null,
    outlivesCuts: outlivesCuts(payload),
  };
}

/** Entries that loading needs even when a compaction has cut what stands around them. */
export function outlivesCuts(payload: EntryPayload): boolean {
  return (
    payload.kind === "pin" ||
    payload.kind === "collapse-context" ||
    (payload.kind === "user-message" && payload.isPinned === true)
  );
}

export function notWritable(sessionId: string): Fault {
  return new Fault("conflict", "session.not-writable", {
    message: `Nothing can be added to session ${sessionId}: it does not exist here, or it is archived or deleted. Use its key's head session.`,
    details: { sessionId },
  });
}
