import { type Actor, requireRole, type Webhook } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { missingWebhook, WEBHOOK_COLUMNS, webhookOf, type WebhookRow } from "./webhook-row.ts";

/** The organization's webhooks, newest first. Fault: `access.role-missing`. */
export async function listWebhooks(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest = {},
): Promise<Page<Webhook>> {
  requireRole(actor, "admin", "see webhooks");
  const size = pageSize(request);
  const rows = await deps.database.query<WebhookRow>(
    `select ${WEBHOOK_COLUMNS} from webhooks where organization_id = $1 and ($2::text is null or id < $2)
     order by id desc limit $3`,
    [actor.organizationId, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, webhookOf);
}

/** One webhook. Faults: `access.role-missing`, `webhook.not-found`. */
export async function getWebhook(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly webhookId: string },
): Promise<Webhook> {
  requireRole(actor, "admin", "see webhooks");
  const [row] = await deps.database.query<WebhookRow>(
    `select ${WEBHOOK_COLUMNS} from webhooks where id = $1 and organization_id = $2`,
    [input.webhookId, actor.organizationId],
  );
  return row === undefined ? missingWebhook(input.webhookId) : webhookOf(row);
}
