import { WEBHOOK_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { OPEN_ADDRESS } from "../open-address.ts";
import { DELIVERY_PAIRS, type DeliveryStatus } from "../runs/run-state.ts";

const instant = z.iso.datetime();

const url = z
  .url({ protocol: /^https?$/, error: "must be an address that begins with https:// or http://" })
  .max(WEBHOOK_LIMITS.urlChars)
  .refine(...OPEN_ADDRESS);
const description = z.string().max(WEBHOOK_LIMITS.descriptionChars);
const eventTypes = z
  .array(
    z.string().regex(/^(\*|[a-z-]{1,40}\.(\*|[a-z-]{1,40}))$/, {
      error: "must be an event such as task.accepted, a topic such as task.*, or * for everything",
    }),
  )
  .min(1)
  .max(WEBHOOK_LIMITS.eventTypesPerWebhook);

/** An address that is told of events. Its secret is not here: it is shown when it is made, and never again. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  eventTypes: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Why it was switched off, when nobody asked for it. */
  disabledReason: z.string().nullable(),
  disabledAt: instant.nullable(),
  /** Set while tries fail. */
  failingSince: instant.nullable(),
  /** Until then deliveries are signed with the secret before, too. */
  previousSecretUntil: instant.nullable(),
  version: z.int(),
  createdAt: instant,
});
export type Webhook = z.infer<typeof Webhook>;

export const NewWebhook = z.strictObject({ url, description: description.default(""), eventTypes });
export type NewWebhook = z.output<typeof NewWebhook>;

export const WebhookChange = z.strictObject({
  url: url.optional(),
  description: description.optional(),
  eventTypes: eventTypes.optional(),
  /** Switching on begins anew: what was not told meanwhile can be replayed. */
  isEnabled: z.boolean().optional(),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

/** One event for one webhook: queued until it is delivered, or every try was used. */
export const WebhookDelivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  /** The same at every try, and in the header `webhook-id`: receivers drop what they have seen. */
  eventId: z.string(),
  eventType: z.string(),
  status: z.enum(Object.keys(DELIVERY_PAIRS) as DeliveryStatus[]),
  attempts: z.int(),
  /** The answer to the last try; null when there was none. */
  responseStatus: z.int().nullable(),
  /** Null at its end. */
  nextAttemptAt: instant.nullable(),
  /** The delivery that this one repeats, when a person asked for it. */
  replayOf: z.string().nullable(),
  createdAt: instant,
  endedAt: instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** One try to deliver, with what came back. */
export const WebhookAttempt = z.object({
  number: z.int(),
  responseStatus: z.int().nullable(),
  /** The beginning of the answer. */
  responseText: z.string().nullable(),
  /** Why there was no answer. */
  error: z.string().nullable(),
  durationMs: z.int(),
  createdAt: instant,
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  /** What is sent, byte by byte. */
  body: z.string(),
  tries: z.array(WebhookAttempt),
});
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

/** Whether a text is a signing secret in clear, which nothing may keep (I17). */
export function isWebhookSecretText(text: string): boolean {
  return SECRET.test(text);
}
