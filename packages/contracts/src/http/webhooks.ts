import {
  GivenInstant,
  DELIVERY_PAIRS,
  type DeliveryStatus,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from "@cadre/domain";
import { z } from "zod";
import { idParam, ListQuery, listQuery, NoBody, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const params = z.object({ webhookId: idParam("webhook") });
const deliveryParams = params.extend({ deliveryId: idParam("delivery") });
const missing = { kind: "not-found", code: "webhook.not-found" } as const;
const missingDelivery = { kind: "not-found", code: "webhook.delivery-not-found" } as const;
const stale = { kind: "stale", code: "webhook.stale" } as const;
const switchedOff = { kind: "conflict", code: "webhook.switched-off" } as const;
const wanted = [
  { kind: "invalid", code: "webhook.private-address" },
  { kind: "invalid", code: "webhook.unknown-event" },
] as const;

/** A webhook with its signing secret, which is shown in this answer only. */
const WithSecret = z.object({
  webhook: Webhook,
  secret: z
    .string()
    .nullable()
    .describe("The signing secret (`whsec_…`) in clear; null when a repeated request is answered again."),
});

export const webhookEndpoints = {
  list: defineEndpoint({
    id: "webhooks.list",
    method: "GET",
    path: "/webhooks",
    summary: "The addresses that are told of events, newest first.",
    access: "admin",
    query: ListQuery,
    response: pageOf(Webhook),
    status: 200,
  }),
  create: defineEndpoint({
    id: "webhooks.create",
    method: "POST",
    path: "/webhooks",
    summary:
      "Makes a webhook: events that happen from now on are posted to its address, signed as Standard Webhooks says. The secret is in this answer only.",
    access: "admin",
    body: NewWebhook,
    response: WithSecret,
    status: 201,
    faults: [...wanted, { kind: "limit", code: "webhook.too-many" }],
    example: { url: "https://example.com/hooks/cadre", eventTypes: ["task.accepted", "approval.*"] },
  }),
  get: defineEndpoint({
    id: "webhooks.get",
    method: "GET",
    path: "/webhooks/:webhookId",
    summary: "One webhook, without its secret.",
    access: "admin",
    params,
    response: Webhook,
    status: 200,
    faults: [missing],
  }),
  update: defineEndpoint({
    id: "webhooks.update",
    method: "PATCH",
    path: "/webhooks/:webhookId",
    summary:
      "Changes the fields that are given. Switching off ends what waits as failed; switching on tells what happens from then on.",
    access: "admin",
    params,
    body: WebhookChange,
    response: Webhook,
    status: 200,
    ifMatch: "required",
    faults: [missing, stale, ...wanted],
    example: { eventTypes: ["task.*"], isEnabled: true },
  }),
  delete: defineEndpoint({
    id: "webhooks.delete",
    method: "DELETE",
    path: "/webhooks/:webhookId",
    summary: "Removes a webhook with the log of its deliveries.",
    access: "admin",
    params,
    response: z.undefined(),
    status: 204,
    faults: [missing],
  }),
  rotateSecret: defineEndpoint({
    id: "webhooks.rotate-secret",
    method: "POST",
    path: "/webhooks/:webhookId/rotate-secret",
    summary:
      "Gives a webhook a new secret, which is in this answer only. For a day deliveries are signed with the one before, too.",
    access: "admin",
    params,
    body: NoBody,
    response: WithSecret,
    status: 200,
    faults: [missing],
    example: {},
  }),
  test: defineEndpoint({
    id: "webhooks.test",
    method: "POST",
    path: "/webhooks/:webhookId/test",
    summary: "Queues a delivery of the event `webhook.tested` to this webhook alone. Its log shows what came back.",
    access: "admin",
    params,
    body: NoBody,
    response: WebhookDelivery,
    status: 202,
    faults: [missing, switchedOff],
    example: {},
  }),
  listDeliveries: defineEndpoint({
    id: "webhooks.list-deliveries",
    method: "GET",
    path: "/webhooks/:webhookId/deliveries",
    summary: "What a webhook was or will be told, newest first. Ended deliveries are kept for 30 days.",
    access: "admin",
    params,
    query: listQuery({ status: z.enum(Object.keys(DELIVERY_PAIRS) as DeliveryStatus[]).optional() }),
    response: pageOf(WebhookDelivery),
    status: 200,
    faults: [missing],
  }),
  getDelivery: defineEndpoint({
    id: "webhooks.get-delivery",
    method: "GET",
    path: "/webhooks/:webhookId/deliveries/:deliveryId",
    summary: "One delivery with the bytes that are sent and every try with its answer.",
    access: "admin",
    params: deliveryParams,
    response: WebhookDeliveryDetail,
    status: 200,
    faults: [missingDelivery],
  }),
  replayFailed: defineEndpoint({
    id: "webhooks.replay-failed",
    method: "POST",
    path: "/webhooks/:webhookId/replay-failed",
    summary:
      "Sends again, oldest first, what failed since an instant and reached the receiver in no other delivery: at most 1,000 at once.",
    access: "admin",
    params,
    body: z.strictObject({ since: GivenInstant }),
    response: z.object({
      queued: z.int(),
      hasMore: z.boolean().describe("Ask again: more failed than one request replays."),
    }),
    status: 202,
    faults: [missing, switchedOff],
    example: { since: "2026-11-29T08:00:00Z" },
  }),
  replay: defineEndpoint({
    id: "webhooks.replay",
    method: "POST",
    path: "/webhooks/:webhookId/deliveries/:deliveryId/replay",
    summary: "Sends a delivery again, with the same event id and bytes: a receiver that has seen it may drop it.",
    access: "admin",
    params: deliveryParams,
    body: NoBody,
    response: WebhookDelivery,
    status: 202,
    faults: [missing, missingDelivery, switchedOff, { kind: "conflict", code: "webhook.delivery-pending" }],
    example: {},
  }),
};
