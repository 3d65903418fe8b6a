import { type Actor, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { lockWebhook } from "./webhook-row.ts";

/** Removes a webhook with its log. Faults: `access.role-missing`, `webhook.not-found`. */
export async function deleteWebhook(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly webhookId: string },
): Promise<void> {
  requireRole(actor, "admin", "remove webhooks");
  return transact(deps, actor, async (tx) => {
    const webhook = await lockWebhook(tx, input.webhookId);
    await tx.unit.query("delete from webhooks where id = $1", [webhook.id]);
    tx.unit.emit({
      type: "webhook.deleted",
      entity: { kind: "webhook", id: webhook.id },
      payload: { url: webhook.url },
      actor,
    });
  });
}
