import { storableText } from "@cadre/shared";
import type { NotificationInput, Transaction } from "../transaction.ts";

type Told = { id: string; personId: string };

/** Tells the named people, else every owner and admin. A dedupe key reaches a person once, ever. */
export async function notifyPeople(
  tx: Transaction,
  input: NotificationInput,
  personIds: readonly string[] | undefined,
): Promise<void> {
  const people = await recipients(tx, personIds);
  const told = await tx.unit.query<Told>(
    `insert into notifications (id, organization_id, person_id, type, priority, title, body, entity_kind, entity_id, dedupe_key)
     select new.id, $1, new.person_id, $2, $3, $4, $5, $6, $7, $8
     from unnest($9::text[], $10::text[]) as new (id, person_id)
     on conflict do nothing
     returning id, person_id`,
    [
      tx.unit.organizationId,
      input.type,
      input.priority ?? "normal",
      storableText(input.title),
      storableText(input.body ?? ""),
      input.entity?.kind ?? null,
      input.entity?.id ?? null,
      input.dedupeKey ?? null,
      people.map(() => tx.deps.newId("notification")),
      people,
    ],
  );
  for (const { id, personId } of told) {
    tx.unit.emit({
      type: "notification.created",
      entity: { kind: "notification", id },
      payload: {
        personId,
        type: input.type,
        priority: input.priority ?? "normal",
        title: input.title,
        about: input.entity,
      },
      actor: tx.actor,
    });
  }
}

async function recipients(tx: Transaction, personIds: readonly string[] | undefined): Promise<string[]> {
  const rows = await tx.unit.query<{ personId: string }>(
    `select person_id from memberships
     where organization_id = $1 and (person_id = any($2::text[]) or ($2::text[] is null and role in ('owner', 'admin')))
     order by person_id`,
    [tx.unit.organizationId, personIds === undefined ? null : [...personIds]],
  );
  return rows.map((row) => row.personId);
}
