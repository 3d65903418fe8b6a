import { type Actor, type EntryPayload, parseEntryText } from "@cadre/domain";
import { API_LIMITS, Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { numberAt, type Page, type PageRequest, pageSize } from "../page.ts";
import { getSession } from "./get-session.ts";

type Deps = Pick<EngineDeps, "database">;

/** One entry of a log as people read it. */
export type EntryView = {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly parentId: string | null;
  readonly payload: EntryPayload;
  readonly tokens: number | null;
  readonly runId: string | null;
  readonly step: number | null;
  readonly createdAt: string;
};

type EntryRow = Omit<EntryView, "payload" | "createdAt"> & { readonly payload: string; readonly createdAt: Date };

const COLUMNS = "id, session_id, seq, parent_id, payload, tokens, run_id, step, created_at";

/** The active branch of a session as spans of its numbers; without it every number. Parameters: session, whether the branch alone. */
const SPANS = `select branch[at] as first, coalesce(branch[at + 1], ${API_LIMITS.rowNumberMax}) as last
  from sessions, generate_series(1, cardinality(branch), 2) as at where id = $1 and $2
  union all select 1, ${API_LIMITS.rowNumberMax} where not $2`;

/** A session's log from its beginning, in order; only its active branch when asked for. Fault: `session.not-found`. */
export async function listEntries(
  deps: Deps,
  actor: Actor,
  input: PageRequest & { readonly sessionId: string; readonly onBranch?: boolean | undefined },
): Promise<Page<EntryView>> {
  await getSession(deps, actor, input);
  const size = pageSize(input);
  const rows = await deps.database.query<EntryRow>(
    `select ${COLUMNS} from (${SPANS}) as span join session_entries
       on session_id = $1 and seq between span.first and span.last and seq > $3
     order by seq limit $4`,
    [input.sessionId, input.onBranch ?? false, numberAt(input.cursor), size + 1],
  );
  return pageOfEntries(rows, size);
}

/** What one run added to the log of its session, in order. Fault: `run.not-found`. */
export async function listEntriesOfRun(
  deps: Deps,
  actor: Actor,
  input: PageRequest & { readonly runId: string; readonly after?: number | undefined },
): Promise<Page<EntryView>> {
  const [run] = await deps.database.query<{ sessionId: string | null }>(
    "select session_id from runs where id = $1 and organization_id = $2",
    [input.runId, actor.organizationId],
  );
  if (run === undefined) {
    throw new Fault("not-found", "run.not-found", {
      message: `There is no run ${input.runId}. List the runs to find it.`,
    });
  }
  const size = pageSize(input);
  const rows = await deps.database.query<EntryRow>(
    `select ${COLUMNS} from session_entries
     where session_id = $1 and organization_id = $2 and run_id = $3 and seq > $4 order by seq limit $5`,
    [run.sessionId, actor.organizationId, input.runId, Math.max(numberAt(input.cursor), input.after ?? 0), size + 1],
  );
  return pageOfEntries(rows, size);
}

function pageOfEntries(rows: readonly EntryRow[], size: number): Page<EntryView> {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    data: shown.map((row) => ({
      ...row,
      payload: parseEntryText(row.payload),
      createdAt: row.createdAt.toISOString(),
    })),
    nextCursor: last === undefined ? null : String(last.seq),
  };
}
