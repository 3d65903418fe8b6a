import type { Unit } from "@cadre/database";
import { isEventWanted } from "@cadre/domain";
import { WEBHOOK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { eventBody, type ToldEvent } from "./webhook-body.ts";

type Event = ToldEvent & { readonly position: number; readonly organizationId: string };

type Listener = {
  readonly id: string;
  readonly organizationId: string;
  readonly patterns: readonly string[];
  readonly sincePosition: number;
};

/** Deliveries of no one organization: the consumer reads the events of all. */
const INSTALLATION = "installation";

/**
 * Consumes the outbox by position: makes a delivery of each event for each webhook that listens, and moves on, in one transaction.
 * Safe in several processes at once. Returns how many events it looked at; undefined when nobody listens.
 */
export async function queueDeliveries(deps: Pick<EngineDeps, "database">): Promise<number | undefined> {
  const listening = await deps.database.query("select 1 from webhooks where disabled_at is null limit 1");
  if (listening.length === 0) return undefined;
  return deps.database.unit(INSTALLATION, async (unit) => {
    const cursor = await unit.first<{ position: number }>("select position from webhook_cursor for update");
    // Events first, then who listens: who began after these events were read is not meant by them. Nobody means those before all.
    const events = await unit.query<Event>(
      `select position, organization_id, event_id, type, v, entity_kind, entity_id, payload, actor_kind, actor_id, created_at
       from outbox
       where position > greatest($1::bigint, (select min(since_position) from webhooks where disabled_at is null))
       order by position limit $2`,
      [cursor?.position ?? 0, WEBHOOK_LIMITS.eventBatch],
    );
    const last = events.at(-1);
    if (last === undefined) return 0;
    await insertDeliveries(unit, events);
    await unit.query("update webhook_cursor set position = $1", [last.position]);
    return events.length;
  });
}

async function insertDeliveries(unit: Unit, events: readonly Event[]): Promise<void> {
  const listeners = await readListeners(unit, [...new Set(events.map(({ organizationId }) => organizationId))]);
  const told = events.flatMap((event) => {
    const ids = listeners.filter((listener) => hears(listener, event)).map(({ id }) => id);
    const body = ids.length === 0 ? "" : eventBody(event);
    return ids.map((webhookId) => ({ webhookId, event, body }));
  });
  if (told.length === 0) return;
  await unit.query(
    `insert into webhook_deliveries (id, organization_id, webhook_id, event_id, event_type, body)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
     on conflict do nothing`,
    [
      told.map(() => unit.newId("delivery")),
      told.map(({ event }) => event.organizationId),
      told.map(({ webhookId }) => webhookId),
      told.map(({ event }) => event.eventId),
      told.map(({ event }) => event.type),
      told.map(({ body }) => body),
    ],
  );
}

async function readListeners(unit: Unit, organizationIds: readonly string[]): Promise<Listener[]> {
  const rows = await unit.query<Omit<Listener, "patterns"> & { eventTypes: string }>(
    // Held until the deliveries are there: a webhook is not deleted or switched off in between.
    `select id, organization_id, event_types, since_position from webhooks
     where organization_id = any($1::text[]) and disabled_at is null for share`,
    [[...organizationIds]],
  );
  return rows.map(({ eventTypes, ...row }) => ({ ...row, patterns: JSON.parse(eventTypes) as string[] }));
}

function hears(listener: Listener, event: Event): boolean {
  return (
    listener.organizationId === event.organizationId &&
    event.position > listener.sincePosition &&
    isEventWanted(listener.patterns, event.type)
  );
}
