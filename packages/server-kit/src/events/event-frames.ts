import type { Database } from "@cadre/database";

/** One event of the outbox as clients see it: text of the stream, serialised once for all of them. */
export type EventFrame = {
  readonly position: number;
  readonly organizationId: string;
  /** The noun of its type. */
  readonly topic: string;
  readonly text: string;
};

type OutboxRow = {
  readonly position: number;
  readonly organizationId: string;
  readonly eventId: string;
  readonly type: string;
  readonly v: number;
  readonly entityKind: string;
  readonly entityId: string;
  readonly payload: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly createdAt: Date;
};

const COLUMNS = `position, organization_id, event_id, type, v, entity_kind, entity_id, payload, actor_kind, actor_id, created_at`;

/** Events after a position, oldest first. */
export async function readFrames(database: Database, after: number, limit: number): Promise<EventFrame[]> {
  const rows = await database.query<OutboxRow>(
    `select ${COLUMNS} from outbox where position > $1 order by position limit $2`,
    [after, limit],
  );
  return rows.map(frameOf);
}

/** Events of one organization in a range of positions, for a client that comes back. */
export async function readOrganizationFrames(
  database: Database,
  organizationId: string,
  range: { readonly after: number; readonly upTo: number },
): Promise<EventFrame[]> {
  const rows = await database.query<OutboxRow>(
    `select ${COLUMNS} from outbox where position > $1 and position <= $2 and organization_id = $3
     order by position limit 1000`,
    [range.after, range.upTo, organizationId],
  );
  return rows.map(frameOf);
}

/** The smallest and the largest position that are kept; zero when there is none. */
export async function keptPositions(database: Database): Promise<{ first: number; last: number }> {
  const rows = await database.query<{ first: number | null; last: number }>(
    `select (select min(position) from outbox) as first, next_position - 1 as last from outbox_stream`,
  );
  return { first: rows[0]?.first ?? 0, last: rows[0]?.last ?? 0 };
}

function frameOf(row: OutboxRow): EventFrame {
  // The payload is JSON text already: it goes into the frame as it is.
  const head = JSON.stringify({
    id: row.eventId,
    v: row.v,
    type: row.type,
    entity: { kind: row.entityKind, id: row.entityId },
    actor: { kind: row.actorKind, id: row.actorId },
    at: row.createdAt.toISOString(),
  });
  const body = `${head.slice(0, -1)},"payload":${row.payload}}`;
  return {
    position: row.position,
    organizationId: row.organizationId,
    topic: row.type.slice(0, row.type.indexOf(".")),
    text: `id: ${row.position}\nevent: ${row.type}\ndata: ${body}\n\n`,
  };
}
