import { type Actor, requireRole } from "@cadre/domain";
import { WEBHOOK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { type CreatedWebhook, newWebhookSecret } from "./create-webhook.ts";
import { lockWebhook, WEBHOOK_COLUMNS, webhookOf, type WebhookRow } from "./webhook-row.ts";

/**
 * Gives a webhook a new signing secret. The one before signs as well for a day, so that the receiver can change over without losing
 * anything. Faults: `access.role-missing`, `webhook.not-found`.
 */
export async function rotateWebhookSecret(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly webhookId: string },
): Promise<CreatedWebhook> {
  requireRole(actor, "admin", "rotate secrets of webhooks");
  const secret = newWebhookSecret();
  return transact(deps, actor, async (tx) => {
    const before = await lockWebhook(tx, input.webhookId);
    const row = await tx.unit.first<WebhookRow>(
      `update webhooks set previous_secret_sealed = secret_sealed, secret_sealed = $2, version = version + 1,
         previous_secret_until = cadre_now() + make_interval(secs => $3::int / 1000.0)
       where id = $1 returning ${WEBHOOK_COLUMNS}`,
      [before.id, deps.secrets.seal(secret, before.id), WEBHOOK_LIMITS.previousSecretMs],
    );
    tx.unit.emit({
      type: "webhook.secret-rotated",
      entity: { kind: "webhook", id: before.id },
      payload: { version: before.version + 1 },
      actor,
    });
    return { webhook: webhookOf(row ?? before), secret };
  });
}
