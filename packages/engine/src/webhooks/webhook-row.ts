import type { Webhook } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

export type WebhookRow = {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: string;
  readonly failingSince: Date | null;
  readonly previousSecretUntil: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  readonly version: number;
  readonly createdAt: Date;
};

export const WEBHOOK_COLUMNS = `id, url, description, event_types, failing_since, previous_secret_until, disabled_at, disabled_reason,
  version, created_at`;

export function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    eventTypes: JSON.parse(row.eventTypes) as string[],
    isEnabled: row.disabledAt === null,
    disabledReason: row.disabledReason,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The webhook, locked until the unit ends. Fault: `webhook.not-found`, also for one of another organization (I18). */
export async function lockWebhook(tx: Transaction, webhookId: string): Promise<WebhookRow> {
  const row = await tx.unit.first<WebhookRow>(
    `select ${WEBHOOK_COLUMNS} from webhooks where id = $1 and organization_id = $2 for update`,
    [webhookId, tx.unit.organizationId],
  );
  return row ?? missingWebhook(webhookId);
}

export function missingWebhook(webhookId: string): never {
  throw new Fault("not-found", "webhook.not-found", {
    message: `There is no webhook ${webhookId}. List the webhooks to find it.`,
  });
}
