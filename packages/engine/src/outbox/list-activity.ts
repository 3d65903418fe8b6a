import { type Actor, ADMIN_TOPICS, BOOKKEEPING_EVENTS, hasRole, NOTEWORTHY_TOPICS } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, type PageRequest, pageSize } from "../page.ts";

/** Something that happened, as the event stream tells it. */
export type HappenedEvent = {
  readonly id: string;
  readonly v: number;
  readonly type: string;
  readonly entity: { readonly kind: string; readonly id: string };
  readonly actor: { readonly kind: "person" | "agent" | "system"; readonly id: string };
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

export type ActivityFilter = PageRequest & {
  /** `all` adds the engine's own bookkeeping. A topic that is asked for is shown either way. */
  readonly detail?: "noteworthy" | "all" | undefined;
  readonly topic?: string | undefined;
  readonly actorId?: string | undefined;
  readonly entityId?: string | undefined;
};

type ActivityRow = {
  readonly position: number;
  readonly eventId: string;
  readonly v: number;
  readonly type: string;
  readonly entityKind: string;
  readonly entityId: string;
  readonly actorKind: HappenedEvent["actor"]["kind"];
  readonly actorId: string;
  readonly payload: string;
  readonly createdAt: Date;
};

/** What happened in the organization for as long as it is kept, newest first. What comes later is told by the event stream. */
export async function listActivity(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  filter: ActivityFilter = {},
): Promise<Page<HappenedEvent>> {
  const size = pageSize(filter);
  const isEverything = filter.detail === "all" || filter.topic !== undefined;
  const rows = await deps.database.query<ActivityRow>(
    `select position, event_id, v, type, entity_kind, entity_id, actor_kind, actor_id, payload, created_at from outbox
     where organization_id = $1 and position is not null and ($2::bigint is null or position < $2)
       and ($3::text is null or split_part(type, '.', 1) = $3)
       and ($4::text is null or actor_id = $4) and ($5::text is null or entity_id = $5)
       and split_part(type, '.', 1) <> all($6::text[])
       and ($7 or (split_part(type, '.', 1) = any($8::text[]) and type <> all($9::text[])))
     order by position desc limit $10`,
    [
      actor.organizationId,
      positionBefore(filter.cursor),
      filter.topic ?? null,
      filter.actorId ?? null,
      filter.entityId ?? null,
      hasRole(actor, "admin") ? [] : [...ADMIN_TOPICS],
      isEverything,
      [...NOTEWORTHY_TOPICS],
      [...BOOKKEEPING_EVENTS],
      size + 1,
    ],
  );
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { data: shown.map(eventOf), nextCursor: last === undefined ? null : String(last.position) };
}

/** The cursor is the position of the last event that was shown; one that no page gave shows nothing more. */
function positionBefore(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
}

function eventOf(row: ActivityRow): HappenedEvent {
  return {
    id: row.eventId,
    v: row.v,
    type: row.type,
    entity: { kind: row.entityKind, id: row.entityId },
    actor: { kind: row.actorKind, id: row.actorId },
    at: row.createdAt.toISOString(),
    payload: JSON.parse(row.payload) as Record<string, unknown>,
  };
}
