import { WEBHOOK_LIMITS } from "@cadre/shared";

/** An event of the outbox, as far as it is told. */
export type ToldEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly v: number;
  readonly entityKind: string;
  readonly entityId: string;
  /** JSON text. */
  readonly payload: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly createdAt: Date;
};

/**
 * The bytes that tell an event: `type` and `timestamp` as Standard Webhooks has them, `data` as the event stream shows it. A payload that
 * is too large is left out, and `isPayloadOmitted` says so.
 */
export function eventBody(event: ToldEvent): string {
  const at = event.createdAt.toISOString();
  const data = {
    id: event.eventId,
    v: event.v,
    type: event.type,
    entity: { kind: event.entityKind, id: event.entityId },
    actor: { kind: event.actorKind, id: event.actorId },
    at,
  };
  const head = { type: event.type, timestamp: at };
  const whole = JSON.stringify({ ...head, data: { ...data, payload: JSON.parse(event.payload) as unknown } });
  if (Buffer.byteLength(whole) <= WEBHOOK_LIMITS.bodyBytes) return whole;
  return JSON.stringify({ ...head, data: { ...data, payload: {}, isPayloadOmitted: true } });
}
