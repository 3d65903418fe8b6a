import { createHash } from "node:crypto";
import { storableText, WEBHOOK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import type { WebhookTry } from "./claim-tries.ts";
import { disable } from "./update-webhook.ts";

/** What became of a try: an answer, or why there was none. */
export type TryOutcome = {
  readonly responseStatus: number | undefined;
  /** The beginning of the answer. */
  readonly responseText: string | undefined;
  readonly error: string | undefined;
  /** What Retry-After asks for. */
  readonly retryAfterMs: number | undefined;
  readonly durationMs: number;
};

const GONE = 410;

/**
 * Writes down a try. An answer of 2xx ends the delivery; anything else is tried again later, until no try is left. A receiver that
 * answers 410, or that let a delivery fail and accepted nothing since its first try, is switched off and people are told. A try that
 * somebody else took up meanwhile is not written.
 */
export function settleTry(deps: EngineDeps, done: WebhookTry, outcome: TryOutcome): Promise<void> {
  const actor = { kind: "system", id: "webhooks", organizationId: done.organizationId } as const;
  return transact(deps, actor, async (tx) => {
    const webhook = await tx.unit.first<{ url: string; disabledAt: Date | null }>(
      "select url, disabled_at from webhooks where id = $1 for update",
      [done.webhookId],
    );
    if (webhook === undefined) return;
    const isDelivered = isSuccess(outcome);
    await noteHealth(tx, done.webhookId, isDelivered ? "well" : "failing");
    if (!(await insertTry(tx, done, outcome))) return;
    const delayMs = isDelivered ? undefined : retryDelayMs(done, outcome);
    await moveOn(tx, done, { isDelivered, delayMs, responseStatus: outcome.responseStatus ?? null });
    if (isDelivered || webhook.disabledAt !== null) return;
    const reason = await reasonToDisable(tx, done, { outcome, isLast: delayMs === undefined });
    if (reason !== undefined) await switchOff(tx, { id: done.webhookId, url: webhook.url }, reason);
  });
}

function isSuccess({ responseStatus }: TryOutcome): boolean {
  return responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300;
}

async function noteHealth(tx: Transaction, webhookId: string, health: "well" | "failing"): Promise<void> {
  await tx.unit.query(
    `update webhooks set failing_since = case when $2 = 'well' then null else coalesce(failing_since, cadre_now()) end where id = $1`,
    [webhookId, health],
  );
}

async function insertTry(tx: Transaction, done: WebhookTry, outcome: TryOutcome): Promise<boolean> {
  const { responseText } = outcome;
  const inserted = await tx.unit.count(
    `insert into webhook_attempts (delivery_id, number, organization_id, response_status, response_text, error, duration_ms)
     select id, attempts, organization_id, $3, $4, $5, $6 from webhook_deliveries
     where id = $1 and attempts = $2 and status = 'queued' returning 1`,
    [
      done.deliveryId,
      done.number,
      outcome.responseStatus ?? null,
      responseText === undefined ? null : storableText(responseText.slice(0, WEBHOOK_LIMITS.responseCharsKept)),
      outcome.error === undefined ? null : storableText(outcome.error),
      Math.round(outcome.durationMs),
    ],
  );
  return inserted === 1;
}

type Next = {
  readonly isDelivered: boolean;
  /** Undefined when no try is left. */
  readonly delayMs: number | undefined;
  readonly responseStatus: number | null;
};

async function moveOn(tx: Transaction, done: WebhookTry, next: Next): Promise<void> {
  const failedOrQueued = next.delayMs === undefined ? "failed" : "queued";
  await tx.unit.query(
    `update webhook_deliveries set status = $2, response_status = $3,
       next_attempt_at = cadre_now() + make_interval(secs => $4::bigint / 1000.0),
       ended_at = case when $2 = 'queued' then null else cadre_now() end
     where id = $1`,
    [
      done.deliveryId,
      next.isDelivered ? "delivered" : failedOrQueued,
      next.responseStatus,
      Math.round(next.delayMs ?? 0),
    ],
  );
}

/** When to try again; undefined when that was the last try. */
function retryDelayMs(done: WebhookTry, { retryAfterMs }: TryOutcome): number | undefined {
  const delay = WEBHOOK_LIMITS.retryDelaysMs[done.number - 1];
  if (delay === undefined) return undefined;
  const asked = Math.min(retryAfterMs ?? 0, WEBHOOK_LIMITS.retryAfterMaxMs);
  const spread = createHash("sha256").update(`${done.deliveryId}:${done.number}`).digest().readUInt32BE(0) / 2 ** 32;
  return Math.max(delay, asked) + (delay * WEBHOOK_LIMITS.retryJitterPercent * spread) / 100;
}

async function reasonToDisable(
  tx: Transaction,
  done: WebhookTry,
  { outcome, isLast }: { readonly outcome: TryOutcome; readonly isLast: boolean },
): Promise<string | undefined> {
  if (outcome.responseStatus === GONE) return "The receiver answered 410: it does not want any more.";
  if (!isLast) return undefined;
  const dead = await tx.unit.first(
    `select 1 from webhooks w join webhook_attempts a on a.delivery_id = $2 and a.number = 1
     where w.id = $1 and w.failing_since <= a.created_at`,
    [done.webhookId, done.deliveryId],
  );
  if (dead === undefined) return undefined;
  const last = outcome.error ?? `it answered ${outcome.responseStatus ?? "nothing"}`;
  return `Every try of a delivery failed, and nothing else got through meanwhile. The last one: ${last.replace(/\.$/, "")}.`;
}

async function switchOff(
  tx: Transaction,
  webhook: { readonly id: string; readonly url: string },
  reason: string,
): Promise<void> {
  const row = await disable(tx, webhook.id, reason);
  await tx.unit.query("update webhooks set version = version + 1 where id = $1", [webhook.id]);
  tx.unit.emit({
    type: "webhook.disabled",
    entity: { kind: "webhook", id: webhook.id },
    payload: { url: webhook.url, reason },
    actor: tx.actor,
  });
  await tx.notifications.notify({
    type: "webhook_disabled",
    priority: "high",
    title: `The webhook to ${new URL(webhook.url).host} was switched off`,
    body: `${reason} Put the receiver right, switch the webhook on again, and replay what failed.`,
    entity: { kind: "webhook", id: webhook.id },
    dedupeKey: `webhook:${webhook.id}:v${row.version}`,
  });
}
