import { type Actor, requireRole, type Webhook, type WebhookChange } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireVersion } from "../require-version.ts";
import type { Transaction } from "../transaction.ts";
import { checkWebhook } from "./check-webhook.ts";
import { lockWebhook, WEBHOOK_COLUMNS, webhookOf, type WebhookRow } from "./webhook-row.ts";

/**
 * Changes the fields that are given. Switching off ends what still waits as failed; switching on tells what happens from then on.
 * Faults: `access.role-missing`, `webhook.not-found`, `webhook.stale`, `webhook.private-address`, `webhook.unknown-event`.
 */
export async function updateWebhook(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly webhookId: string; readonly version: number; readonly change: WebhookChange },
): Promise<Webhook> {
  const { change } = input;
  requireRole(actor, "admin", "change webhooks");
  checkWebhook(deps, change);
  return transact(deps, actor, async (tx) => {
    const before = await lockWebhook(tx, input.webhookId);
    requireVersion("webhook", before, input);
    const row = await tx.unit.first<WebhookRow>(
      `update webhooks set url = $2, description = $3, event_types = $4, version = version + 1 where id = $1
       returning ${WEBHOOK_COLUMNS}`,
      [
        before.id,
        change.url ?? before.url,
        storableText(change.description ?? before.description),
        change.eventTypes === undefined ? before.eventTypes : JSON.stringify(change.eventTypes),
      ],
    );
    const after = await switchWebhook(tx, row ?? before, change.isEnabled);
    tx.unit.emit({
      type: "webhook.updated",
      entity: { kind: "webhook", id: before.id },
      payload: { fields: Object.keys(change), version: before.version + 1 },
      actor,
    });
    return webhookOf(after);
  });
}

async function switchWebhook(tx: Transaction, row: WebhookRow, isEnabled: boolean | undefined): Promise<WebhookRow> {
  const wasEnabled = row.disabledAt === null;
  if (isEnabled === undefined || isEnabled === wasEnabled) return row;
  if (!isEnabled) return disable(tx, row.id, null);
  const enabled = await tx.unit.first<WebhookRow>(
    `update webhooks set disabled_at = null, disabled_reason = null, failing_since = null,
       since_position = (select next_position - 1 from outbox_stream)
     where id = $1 returning ${WEBHOOK_COLUMNS}`,
    [row.id],
  );
  return enabled ?? row;
}

/** Switches a webhook off, and ends what it would still have been told as failed: a person may replay it. */
export async function disable(tx: Transaction, webhookId: string, reason: string | null): Promise<WebhookRow> {
  await tx.unit.query(
    "update webhook_deliveries set status = 'failed', ended_at = cadre_now() where webhook_id = $1 and status = 'queued'",
    [webhookId],
  );
  const row = await tx.unit.first<WebhookRow>(
    `update webhooks set disabled_at = cadre_now(), disabled_reason = $2 where id = $1 returning ${WEBHOOK_COLUMNS}`,
    [webhookId, reason],
  );
  if (row === undefined) throw new Error(`Webhook ${webhookId} was locked and is gone.`);
  return row;
}
