import { MAILBOX_ITEMS, mailboxItem } from "@cadre/domain";
import { MAILBOX_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { dropWaitingItems } from "./drop-items.ts";

type StaleRow = { id: string; organizationId: string; type: string; payload: string };

/**
 * Drops informational mail that waited for more than four hours, in every organization; work is never purged (M90).
 * Returns how many items it dropped.
 */
export async function purgeStaleItems(deps: EngineDeps): Promise<number> {
  const waiting = await deps.database.query<StaleRow>(
    `select id, organization_id, type, payload from mailbox_items
     where status in ('queued', 'deferred') and lane <> 'task' and type = any($1::text[])
       and created_at < cadre_now() - make_interval(secs => $2::bigint / 1000.0)
     order by organization_id, id`,
    [MAILBOX_ITEMS.map((item) => item.type), MAILBOX_LIMITS.staleInformationTtlMs],
  );
  const stale = waiting.filter(isInformational);
  const byOrganization = Map.groupBy(stale, (item) => item.organizationId);
  let dropped = 0;
  for (const [organizationId, items] of byOrganization) {
    const ids = items.map((item) => item.id);
    dropped += await transact(deps, { kind: "system", id: "mailbox", organizationId }, (tx) =>
      dropWaitingItems(tx, ids, "nobody read it in time"),
    );
  }
  return dropped;
}

function isInformational(row: StaleRow): boolean {
  const type = mailboxItem(row.type);
  if (type === undefined) return false;
  return type.handling(JSON.parse(row.payload)).isInformational;
}
