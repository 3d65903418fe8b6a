import { randomBytes } from "node:crypto";
import { type Actor, type NewWebhook, requireRole, type Webhook } from "@cadre/domain";
import { Fault, storableText, WEBHOOK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { checkWebhook } from "./check-webhook.ts";
import { secretText } from "./sign-delivery.ts";
import { WEBHOOK_COLUMNS, webhookOf, type WebhookRow } from "./webhook-row.ts";

/** `secret` is the signing secret in clear: shown once, stored encrypted. */
export type CreatedWebhook = { readonly webhook: Webhook; readonly secret: string };

/**
 * Makes a webhook; it is told of what happens from now on. Faults: `access.role-missing`, `webhook.too-many`,
 * `webhook.private-address`, `webhook.unknown-event`.
 */
export async function createWebhook(deps: EngineDeps, actor: Actor, input: NewWebhook): Promise<CreatedWebhook> {
  requireRole(actor, "admin", "make webhooks");
  checkWebhook(deps, input);
  const id = deps.newId("webhook");
  const secret = newWebhookSecret();
  return transact(deps, actor, async (tx) => {
    await refuseTooMany(tx);
    const row = await tx.unit.first<WebhookRow>(
      `insert into webhooks (id, organization_id, url, description, event_types, secret_sealed, since_position)
       select $1, $2, $3, $4, $5, $6, next_position - 1 from outbox_stream returning ${WEBHOOK_COLUMNS}`,
      [
        id,
        tx.unit.organizationId,
        input.url,
        storableText(input.description),
        JSON.stringify(input.eventTypes),
        deps.secrets.seal(secret, id),
      ],
    );
    if (row === undefined) throw new Error("The stream of events has no row; the first migration makes it.");
    tx.unit.emit({
      type: "webhook.created",
      entity: { kind: "webhook", id },
      payload: { url: input.url, eventTypes: input.eventTypes },
      actor,
    });
    return { webhook: webhookOf(row), secret };
  });
}

export function newWebhookSecret(): string {
  return secretText(randomBytes(WEBHOOK_LIMITS.secretBytes));
}

async function refuseTooMany(tx: Transaction): Promise<void> {
  const rows = await tx.unit.query("select 1 from webhooks where organization_id = $1 limit $2", [
    tx.unit.organizationId,
    WEBHOOK_LIMITS.perOrganization,
  ]);
  if (rows.length < WEBHOOK_LIMITS.perOrganization) return;
  throw new Fault("limit", "webhook.too-many", {
    message: `An organization has at most ${WEBHOOK_LIMITS.perOrganization} webhooks. Remove one that is not needed any more.`,
  });
}
