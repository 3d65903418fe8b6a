import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";

/**
 * Marks the caller's notifications as read: those named, or all of them. What is read already stays so. Returns how many were unread.
 * Fault: `notification.not-found` when one of the ids is not the caller's; then none is marked.
 */
export function markNotificationsRead(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly ids: readonly string[] } | { readonly all: true },
): Promise<{ readonly marked: number }> {
  const ids = "ids" in input ? [...new Set(input.ids)] : null;
  return transact(deps, actor, async (tx) => {
    const own = await tx.unit.query<{ id: string; wasUnread: boolean }>(
      `with own as (
         select id, read_at is null as was_unread from notifications
         where organization_id = $1 and person_id = $2 and ($3::text[] is null or id = any($3)) and ($3 is not null or read_at is null)
         for update
       ), marked as (
         update notifications n set read_at = cadre_now() from own where n.id = own.id and own.was_unread
       )
       select id, was_unread from own`,
      [tx.unit.organizationId, actor.id, ids],
    );
    const unknown = ids?.find((id) => !own.some((row) => row.id === id));
    if (unknown !== undefined) {
      throw new Fault("not-found", "notification.not-found", { message: `You have no notification ${unknown}.` });
    }
    const marked = own.filter((row) => row.wasUnread).length;
    if (marked > 0) {
      tx.unit.emit({
        type: "notification.read",
        entity: { kind: "person", id: actor.id },
        payload: { personId: actor.id, ids: own.filter((row) => row.wasUnread).map((row) => row.id) },
        actor: tx.actor,
      });
    }
    return { marked };
  });
}
