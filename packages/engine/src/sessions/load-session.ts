import { parseEntryText, type SessionEntry } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";

type Deps = Pick<EngineDeps, "database">;

/** An entry as it is stored, with what the log knows beside its payload. */
export type StoredEntry = SessionEntry & {
  readonly seq: number;
  readonly tokens: number | undefined;
  readonly runId: string | undefined;
  readonly step: number | undefined;
};

type EntryRow = {
  readonly id: string;
  readonly seq: number;
  readonly parentId: string | null;
  readonly payload: string;
  readonly tokens: number | null;
  readonly runId: string | null;
  readonly step: number | null;
};

const COLUMNS = "e.id, e.seq, e.parent_id, e.payload, e.tokens, e.run_id, e.step";

/** From the newest compaction's first kept entry on, and before it what outlives every cut. Parameters: session, organization. */
const LOAD = `with cut as (
    select coalesce(kept.seq, s.head_compaction_seq, 1) as seq
    from sessions s
    left join session_entries c on c.session_id = s.id and c.seq = s.head_compaction_seq
    left join session_entries kept on kept.session_id = s.id and kept.id = c.payload::jsonb ->> 'firstKeptEntryId'
    where s.id = $1 and s.organization_id = $2
  )
  select ${COLUMNS} from session_entries e, cut where e.session_id = $1 and e.outlives_cuts and e.seq < cut.seq
  union all
  select ${COLUMNS} from session_entries e, cut where e.session_id = $1 and e.seq >= cut.seq
  order by seq`;

const SINCE = `select ${COLUMNS} from session_entries e
  where e.session_id = $1 and e.organization_id = $2 and e.seq > $3 order by e.seq`;

/**
 * What the projection of a session needs, root first: everything since the newest compaction's kept tail, and what is pinned before
 * it. A session that is missing or foreign is empty.
 */
export async function loadSession(
  deps: Deps,
  session: { readonly id: string; readonly organizationId: string },
): Promise<StoredEntry[]> {
  const entries = (await deps.database.query<EntryRow>(LOAD, [session.id, session.organizationId])).map(storedEntry);
  return lacksPinned(entries) ? entriesSince(deps, session, 0) : entries;
}

/** Entries after a sequence number, in order. Sequence numbers start at 1 and have no gaps. */
export async function entriesSince(
  deps: Deps,
  session: { readonly id: string; readonly organizationId: string },
  seq: number,
): Promise<StoredEntry[]> {
  return (await deps.database.query<EntryRow>(SINCE, [session.id, session.organizationId, seq])).map(storedEntry);
}

/** A person may have pinned what stands before the cut. Then the whole log is read: a pinned step needs its results too. */
function lacksPinned(entries: readonly StoredEntry[]): boolean {
  const ids = new Set(entries.map((entry) => entry.id));
  return entries.some(({ payload }) => payload.kind === "pin" && payload.isPinned && !ids.has(payload.targetId));
}

function storedEntry(row: EntryRow): StoredEntry {
  return {
    id: row.id,
    seq: row.seq,
    parentId: row.parentId,
    payload: parseEntryText(row.payload),
    tokens: row.tokens ?? undefined,
    runId: row.runId ?? undefined,
    step: row.step ?? undefined,
  };
}
