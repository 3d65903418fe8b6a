import { type Actor, requireRole } from "@cadre/domain";
import { WEBHOOK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { lockEnabled } from "./replay-delivery.ts";

export type ReplayedFailures = {
  readonly queued: number;
  /** Ask again: more failed than one request replays. */
  readonly hasMore: boolean;
};

/**
 * Sends again, oldest first, what failed since an instant and was not delivered or queued otherwise: what a receiver missed while it was
 * down. Faults: `access.role-missing`, `webhook.not-found`, `webhook.switched-off`.
 */
export async function replayFailed(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly webhookId: string; readonly since: string },
): Promise<ReplayedFailures> {
  requireRole(actor, "admin", "replay deliveries");
  return transact(deps, actor, async (tx) => {
    const webhook = await lockEnabled(tx, input.webhookId);
    const missed = await missedSince(tx, webhook.id, input.since);
    const now = missed.slice(0, WEBHOOK_LIMITS.replaysAtOnce);
    await tx.unit.query(
      `insert into webhook_deliveries (id, organization_id, webhook_id, event_id, event_type, body, replay_of)
       select new.id, d.organization_id, d.webhook_id, d.event_id, d.event_type, d.body, coalesce(d.replay_of, d.id)
       from unnest($1::text[], $2::text[]) as new (id, failed_id) join webhook_deliveries d on d.id = new.failed_id`,
      [now.map(() => deps.newId("delivery")), now],
    );
    tx.unit.emit({
      type: "webhook.replayed",
      entity: { kind: "webhook", id: webhook.id },
      payload: { since: input.since, queued: now.length },
      actor,
    });
    return { queued: now.length, hasMore: missed.length > now.length };
  });
}

/** The last failed delivery of each event that nothing else delivers, oldest first; one more than is replayed at once. */
async function missedSince(tx: Transaction, webhookId: string, since: string): Promise<string[]> {
  const rows = await tx.unit.query<{ id: string }>(
    `select d.id from webhook_deliveries d
     where d.webhook_id = $1 and d.status = 'failed' and d.created_at >= $2::timestamptz and not exists (
       select 1 from webhook_deliveries o where o.webhook_id = d.webhook_id and o.event_id = d.event_id
         and (o.status <> 'failed' or o.id > d.id))
     order by d.id limit $3`,
    [webhookId, since, WEBHOOK_LIMITS.replaysAtOnce + 1],
  );
  return rows.map(({ id }) => id);
}
