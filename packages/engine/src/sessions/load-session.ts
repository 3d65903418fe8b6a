import { setImmediate } from "node:timers/promises";
import { isHeadMove, parseEntryText, type SessionEntry } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
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

/** Above every sequence number. */
const NO_LIMIT = API_LIMITS.rowNumberMax;

const COLUMNS = "e.id, e.seq, e.parent_id, e.payload, e.tokens, e.run_id, e.step";

/**
 * The active branch from the newest compaction's first kept entry on, and before it what outlives every cut; pins hold wherever they
 * stand. Parameters: session, organization, and the sequence number that the cut is not above.
 */
const LOAD = `with log as (
    select id, branch, head_compaction_seq from sessions where id = $1 and organization_id = $2 and deleted_at is null
  ), cut as (
    select least($3::int, coalesce(kept.seq, log.head_compaction_seq, 1)) as seq
    from log
    left join session_entries c on c.session_id = log.id and c.seq = log.head_compaction_seq
    left join session_entries kept on kept.session_id = log.id and kept.id = c.payload::jsonb ->> 'firstKeptEntryId'
  ), span as (
    select log.id, log.branch[at] as first, coalesce(log.branch[at + 1], ${NO_LIMIT}) as last
    from log, generate_series(1, cardinality(log.branch), 2) as at
  )
  select ${COLUMNS} from session_entries e join log on log.id = e.session_id
  where e.outlives_cuts and (e.kind = 'pin' or exists (select 1 from span where e.seq between span.first and span.last))
  union all
  select ${COLUMNS} from span join session_entries e on e.session_id = span.id
    and e.seq between greatest(span.first, (select seq from cut)) and span.last
  where not e.outlives_cuts
  order by seq`;

const SINCE = `select ${COLUMNS} from session_entries e
  where e.session_id = $1 and e.organization_id = $2 and e.seq > $3 order by e.seq`;

/**
 * What the projection of a session needs, root first: its active branch since the newest compaction's kept tail, and what is pinned
 * before it. A session that is missing, foreign or deleted is empty.
 */
export async function loadSession(
  deps: Deps,
  session: { readonly id: string; readonly organizationId: string },
): Promise<StoredEntry[]> {
  const load = async (cutAt: number): Promise<StoredEntry[]> => {
    const rows = await deps.database.query<EntryRow>(LOAD, [session.id, session.organizationId, cutAt]);
    return storedEntries(rows);
  };
  const entries = await load(NO_LIMIT);
  return lacksNeeded(entries, entries) ? load(1) : entries;
}

/**
 * Entries after a sequence number, in order, on whatever branch: after one that moved the head, load anew. Sequence numbers start at 1
 * and have no gaps.
 */
export async function entriesSince(
  deps: Deps,
  session: { readonly id: string; readonly organizationId: string },
  seq: number,
): Promise<StoredEntry[]> {
  const rows = await deps.database.query<EntryRow>(SINCE, [session.id, session.organizationId, seq]);
  return storedEntries(rows);
}

/**
 * Whether later entries go on from a log that was loaded before. They do not when one moved the head, or needs what the log left out:
 * it is loaded anew then.
 */
export function continuesLog(log: readonly StoredEntry[], later: readonly StoredEntry[]): boolean {
  if (later.some(({ payload }) => isHeadMove(payload.kind))) return false;
  return !lacksNeeded(later, [...later, ...log]);
}

/** Whether some need what was not loaded: it stands before the cut. Then the whole branch is read, for a step needs its results too. */
function lacksNeeded(some: readonly StoredEntry[], loaded: readonly StoredEntry[]): boolean {
  const lacking = new Set(some.map(neededBy));
  lacking.delete(undefined);
  for (const { id } of loaded) {
    if (lacking.size === 0) return false;
    lacking.delete(id);
  }
  return lacking.size > 0;
}

/** The entry that another is nothing without: a person may have pinned it, and an imported compaction may cut a call from its result. */
function neededBy({ payload }: StoredEntry): string | undefined {
  if (payload.kind === "tool-result") return payload.assistantEntryId;
  return payload.kind === "pin" && payload.isPinned ? payload.targetId : undefined;
}

/** So much is parsed at once, a few milliseconds' worth; between two slices the event loop does what else is waiting. */
const SLICE_CHARS = 256 * 1_024;

async function storedEntries(rows: readonly EntryRow[]): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = [];
  let chars = 0;
  for (const row of rows) {
    entries.push(storedEntry(row));
    chars += row.payload.length;
    if (chars < SLICE_CHARS) continue;
    chars = 0;
    await setImmediate();
  }
  return entries;
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
