import { type Actor, requireRole, type WebhookDelivery } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { DELIVERY_COLUMNS, deliveryOf, type DeliveryRow } from "./delivery-row.ts";
import { missingDelivery } from "./list-deliveries.ts";
import { eventBody } from "./webhook-body.ts";
import { lockWebhook } from "./webhook-row.ts";

/**
 * Sends one delivery again, with the same event id and bytes: a receiver that has seen it may drop it. Faults:
 * `access.role-missing`, `webhook.not-found`, `webhook.delivery-not-found`, `webhook.switched-off`, `webhook.delivery-pending`.
 */
export async function replayDelivery(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly webhookId: string; readonly deliveryId: string },
): Promise<WebhookDelivery> {
  requireRole(actor, "admin", "replay deliveries");
  return transact(deps, actor, async (tx) => {
    await lockEnabled(tx, input.webhookId);
    const before = await tx.unit.first<DeliveryRow & { body: string }>(
      `select ${DELIVERY_COLUMNS}, body from webhook_deliveries where id = $1 and webhook_id = $2`,
      [input.deliveryId, input.webhookId],
    );
    if (before === undefined) return missingDelivery(input.deliveryId);
    if (before.status === "queued") {
      throw new Fault("conflict", "webhook.delivery-pending", {
        message: "This delivery is still under way. Wait for its end, or look at its tries.",
      });
    }
    tx.unit.emit({
      type: "webhook.replayed",
      entity: { kind: "webhook", id: input.webhookId },
      payload: { deliveryId: before.id, queued: 1 },
      actor,
    });
    return queueDelivery(tx, { ...before, replayOf: before.replayOf ?? before.id });
  });
}

/**
 * Queues a delivery of the event `webhook.tested` to this webhook alone, whatever it listens to. Faults: `access.role-missing`,
 * `webhook.not-found`, `webhook.switched-off`.
 */
export async function testWebhook(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly webhookId: string },
): Promise<WebhookDelivery> {
  requireRole(actor, "admin", "test webhooks");
  return transact(deps, actor, async (tx) => {
    const webhook = await lockEnabled(tx, input.webhookId);
    const event = {
      eventId: deps.newId("event"),
      type: "webhook.tested",
      v: 1,
      entityKind: "webhook",
      entityId: webhook.id,
      payload: "{}",
      actorKind: actor.kind,
      actorId: actor.id,
      createdAt: deps.now(),
    };
    return queueDelivery(tx, {
      webhookId: webhook.id,
      eventId: event.eventId,
      eventType: event.type,
      body: eventBody(event),
      replayOf: null,
    });
  });
}

/** The webhook, locked. Faults: `webhook.not-found`, `webhook.switched-off`. */
export async function lockEnabled(tx: Transaction, webhookId: string): Promise<{ readonly id: string }> {
  const webhook = await lockWebhook(tx, webhookId);
  if (webhook.disabledAt === null) return webhook;
  throw new Fault("conflict", "webhook.switched-off", {
    message: "The webhook is switched off, so nothing is sent. Switch it on with isEnabled first.",
  });
}

type ToQueue = Pick<DeliveryRow, "webhookId" | "eventId" | "eventType" | "replayOf"> & { readonly body: string };

async function queueDelivery(tx: Transaction, delivery: ToQueue): Promise<WebhookDelivery> {
  const row = await tx.unit.first<DeliveryRow>(
    `insert into webhook_deliveries (id, organization_id, webhook_id, event_id, event_type, body, replay_of)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${DELIVERY_COLUMNS}`,
    [
      tx.deps.newId("delivery"),
      tx.unit.organizationId,
      delivery.webhookId,
      delivery.eventId,
      delivery.eventType,
      delivery.body,
      delivery.replayOf,
    ],
  );
  if (row === undefined) throw new Error("An insert returned no row.");
  return deliveryOf(row);
}
