import { Fault, storableText } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

type EndStatus = "completed" | "dropped" | "merged";
type End = { readonly status: EndStatus; readonly outcome: string };
export type EndedRow = { id: string; agentId: string; type: string; startedAt: Date | null };

/**
 * Ends an item; one at its end stays as it is. A completed beat has also read the informational mail that waited when it started.
 * Faults: `mailbox.not-found`; `mailbox.not-queued` when an item in work should be merged.
 */
export async function endItem(tx: Transaction, itemId: string, end: End): Promise<void> {
  const ended = await tx.unit.first<EndedRow>(
    `update mailbox_items set status = $3, outcome = $4, ended_at = cadre_now()
     where id = $1 and organization_id = $2 and (status = 'queued' or ($3 <> 'merged' and status in ('processing', 'deferred')))
     returning id, agent_id, type, started_at`,
    [itemId, tx.unit.organizationId, end.status, storableText(end.outcome)],
  );
  if (ended === undefined) return requireEnded(tx, itemId);
  await followEnd(tx, ended, end);
}

/** What the end of an item entails. */
export async function followEnd(tx: Transaction, item: EndedRow, end: End): Promise<void> {
  emitEnded(tx, item, end);
  if (item.type === "heartbeat" && end.status === "completed" && item.startedAt !== null) await readAlong(tx, item);
}

async function requireEnded(tx: Transaction, itemId: string): Promise<void> {
  const item = await tx.unit.first<{ status: string }>(
    "select status from mailbox_items where id = $1 and organization_id = $2",
    [itemId, tx.unit.organizationId],
  );
  if (item === undefined) {
    throw new Fault("not-found", "mailbox.not-found", { message: `There is no mailbox item ${itemId}.` });
  }
  if (item.status !== "processing" && item.status !== "deferred") return;
  throw new Fault("conflict", "mailbox.not-queued", {
    message: `Item ${itemId} is ${item.status}; only a queued item can be merged into another.`,
    details: { status: item.status },
  });
}

async function readAlong(tx: Transaction, beat: EndedRow): Promise<void> {
  const read = await tx.unit.query<EndedRow>(
    `update mailbox_items set status = 'completed', outcome = 'read by a beat', ended_at = cadre_now()
     where agent_id = $1 and status = 'queued' and not starts_run and created_at <= $2
     returning id, agent_id, type, started_at`,
    [beat.agentId, beat.startedAt],
  );
  for (const item of read) emitEnded(tx, item, { status: "completed", outcome: "read by a beat" });
}

/** Announces the end of an item. */
export function emitEnded(
  tx: Transaction,
  item: { readonly id: string; readonly agentId: string; readonly type: string },
  end: End,
): void {
  tx.unit.emit({
    type: "item.ended",
    entity: { kind: "item", id: item.id },
    payload: { agentId: item.agentId, type: item.type, status: end.status, outcome: end.outcome },
    actor: tx.actor,
  });
}
