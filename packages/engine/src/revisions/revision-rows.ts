import type { Revision, RevisionDetail } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, type PageRequest, pageSize } from "../page.ts";

/** Whose history it is: a document's, or `configuration` of an agent. */
export type HistoryRef = { readonly kind: string; readonly ownerId: string };

type Reads = Pick<EngineDeps["database"], "query">;

type RevisionRow = {
  readonly actorKind: "person" | "agent" | "system";
  readonly actorId: string;
  readonly actorName: string | null;
  readonly number: number;
  readonly reason: string | null;
  readonly restoredFrom: number | null;
  readonly createdAt: Date;
  readonly text: string;
  readonly chars: number;
};

type HeadRow = Omit<RevisionRow, "text">;

const COLUMNS = `r.number, r.reason, r.restored_from, r.created_at, r.actor_kind, r.actor_id, coalesce(p.name, a.name) as actor_name,
  length(r.text) as chars`;

const REVISIONS = `from revisions r
  left join people p on r.actor_kind = 'person' and p.id = r.actor_id
  left join agents a on r.actor_kind = 'agent' and a.organization_id = r.organization_id and a.id = r.actor_id
  where r.organization_id = $1 and r.kind = $2 and r.owner_id = $3`;

/** Revisions without their texts, newest first. */
export async function pageOfRevisions(
  database: Reads,
  organizationId: string,
  { kind, ownerId, ...request }: HistoryRef & PageRequest,
): Promise<Page<Revision>> {
  const size = pageSize(request);
  const rows = await database.query<HeadRow>(
    `select ${COLUMNS} ${REVISIONS} and ($4::int is null or r.number < $4) order by r.number desc limit $5`,
    [organizationId, kind, ownerId, placeOf(request), size + 1],
  );
  return pageOfNumbers(rows, size, revisionOf);
}

/** Revisions with their texts, newest first: for histories of short ones. */
export async function pageOfStates(
  database: Reads,
  organizationId: string,
  { kind, ownerId, ...request }: HistoryRef & PageRequest,
): Promise<Page<RevisionDetail>> {
  const size = pageSize(request);
  const rows = await database.query<RevisionRow>(
    `select ${COLUMNS}, r.text ${REVISIONS} and ($4::int is null or r.number < $4) order by r.number desc limit $5`,
    [organizationId, kind, ownerId, placeOf(request), size + 1],
  );
  return pageOfNumbers(rows, size, detailOf);
}

/** The number of the last one shown. */
function placeOf({ cursor }: PageRequest): number | null {
  return cursor === undefined ? null : Number(cursor);
}

function pageOfNumbers<Row extends HeadRow, Item>(
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    data: shown.map(toItem),
    nextCursor: rows.length > size && last !== undefined ? String(last.number) : null,
  };
}

/** One revision with its text. Fault: `revision.not-found`. */
export async function findRevision(
  database: Reads,
  organizationId: string,
  { kind, ownerId, number }: HistoryRef & { readonly number: number },
): Promise<RevisionDetail> {
  const [row] = await database.query<RevisionRow>(`select ${COLUMNS}, r.text ${REVISIONS} and r.number = $4`, [
    organizationId,
    kind,
    ownerId,
    number,
  ]);
  if (row !== undefined) return detailOf(row);
  throw new Fault("not-found", "revision.not-found", {
    message: `There is no revision ${number}. List the revisions to find one.`,
  });
}

function detailOf(row: RevisionRow): RevisionDetail {
  return { ...revisionOf(row), text: row.text };
}

function revisionOf(row: HeadRow): Revision {
  return {
    number: row.number,
    reason: row.reason,
    restoredFrom: row.restoredFrom,
    author: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    createdAt: row.createdAt.toISOString(),
    chars: row.chars,
  };
}
