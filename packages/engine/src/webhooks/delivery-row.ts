import type { DeliveryStatus, WebhookDelivery } from "@cadre/domain";

export type DeliveryRow = {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly nextAttemptAt: Date;
  readonly replayOf: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
};

export const DELIVERY_COLUMNS = `id, webhook_id, event_id, event_type, status, attempts, response_status, next_attempt_at, replay_of,
  created_at, ended_at`;

export function deliveryOf(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventId: row.eventId,
    eventType: row.eventType,
    status: row.status,
    attempts: row.attempts,
    responseStatus: row.responseStatus,
    nextAttemptAt: row.status === "queued" ? row.nextAttemptAt.toISOString() : null,
    replayOf: row.replayOf,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
