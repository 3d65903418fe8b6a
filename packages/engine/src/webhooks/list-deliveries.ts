import {
  type Actor,
  type DeliveryStatus,
  requireRole,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { DELIVERY_COLUMNS, deliveryOf, type DeliveryRow } from "./delivery-row.ts";
import { getWebhook } from "./list-webhooks.ts";

type Reads = Pick<EngineDeps, "database">;

/** What a webhook was or will be told, newest first. Faults: `access.role-missing`, `webhook.not-found`. */
export async function listDeliveries(
  deps: Reads,
  actor: Actor,
  request: PageRequest & { readonly webhookId: string; readonly status?: DeliveryStatus | undefined },
): Promise<Page<WebhookDelivery>> {
  const webhook = await getWebhook(deps, actor, request);
  const size = pageSize(request);
  const rows = await deps.database.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from webhook_deliveries
     where webhook_id = $1 and ($2::text is null or status = $2) and ($3::text is null or id < $3)
     order by id desc limit $4`,
    [webhook.id, request.status ?? null, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, deliveryOf);
}

/** One delivery with what is sent and every try. Faults: `access.role-missing`, `webhook.delivery-not-found`. */
export async function getDelivery(
  deps: Reads,
  actor: Actor,
  input: { readonly webhookId: string; readonly deliveryId: string },
): Promise<WebhookDeliveryDetail> {
  requireRole(actor, "admin", "see webhooks");
  const [row] = await deps.database.query<DeliveryRow & { body: string }>(
    `select ${DELIVERY_COLUMNS}, body from webhook_deliveries where id = $1 and webhook_id = $2 and organization_id = $3`,
    [input.deliveryId, input.webhookId, actor.organizationId],
  );
  if (row === undefined) return missingDelivery(input.deliveryId);
  const tries = await deps.database.query<Omit<WebhookAttempt, "createdAt"> & { createdAt: Date }>(
    `select number, response_status, response_text, error, duration_ms, created_at from webhook_attempts
     where delivery_id = $1 order by number`,
    [row.id],
  );
  return {
    ...deliveryOf(row),
    body: row.body,
    tries: tries.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
  };
}

export function missingDelivery(deliveryId: string): never {
  throw new Fault("not-found", "webhook.delivery-not-found", {
    message: `This webhook has no delivery ${deliveryId}. List its deliveries to find it; they are kept for 30 days.`,
  });
}
