import type { Transaction } from "../transaction.ts";

/** Inserts a slot's row; undefined when somebody served this instant before. */
export async function insertSlot<Status extends "run" | "skipped" | "coalesced">(
  tx: Transaction,
  agentId: string,
  slot: { readonly instant: Date; readonly status: Status; readonly reason: string | null },
): Promise<Status | undefined> {
  const inserted = await tx.unit.count(
    `insert into schedule_slots (id, organization_id, owner_kind, owner_id, instant, status, reason)
     values ($1, $2, 'agent', $3, $4, $5, $6) on conflict do nothing returning 1`,
    [tx.deps.newId("slot"), tx.unit.organizationId, agentId, slot.instant, slot.status, slot.reason],
  );
  return inserted === 1 ? slot.status : undefined;
}

/** Says which beat a slot led to: its own, or the open one it coalesced into. */
export async function linkSlotToItem(
  tx: Transaction,
  agentId: string,
  slot: { readonly instant: Date; readonly status: "run" | "coalesced"; readonly itemId: string },
): Promise<void> {
  await tx.unit.query(
    `update schedule_slots set status = $3, item_id = $4 where owner_kind = 'agent' and owner_id = $1 and instant = $2`,
    [agentId, slot.instant, slot.status, slot.itemId],
  );
}

/** Records slots whose time passed without a beat of their own. */
export async function recordPassedSlots(
  tx: Transaction,
  agentId: string,
  slots: { readonly instants: readonly Date[]; readonly status: "missed" | "coalesced"; readonly reason: string },
): Promise<void> {
  if (slots.instants.length === 0) return;
  await tx.unit.query(
    `insert into schedule_slots (id, organization_id, owner_kind, owner_id, instant, status, reason)
     select id, $2, 'agent', $1, instant, $3, $4 from unnest($5::text[], $6::timestamptz[]) as slot (id, instant)
     on conflict do nothing`,
    [
      agentId,
      tx.unit.organizationId,
      slots.status,
      slots.reason,
      slots.instants.map(() => tx.deps.newId("slot")),
      slots.instants.map((instant) => instant.toISOString()),
    ],
  );
}
