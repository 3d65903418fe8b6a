import type { Role } from "@cadre/domain";
import type { Transaction } from "../../transaction.ts";

/** Makes a person a member of the transaction's organization, and announces it. False when they are one already. */
export async function insertMember(
  tx: Transaction,
  member: { readonly personId: string; readonly role: Role },
): Promise<boolean> {
  const [joined] = await tx.unit.query<{ name: string }>(
    `with member as (
       insert into memberships (organization_id, person_id, role) values ($1, $2, $3) on conflict do nothing returning person_id
     )
     select p.name from member join people p on p.id = member.person_id`,
    [tx.unit.organizationId, member.personId, member.role],
  );
  if (joined === undefined) return false;
  tx.unit.emit({
    type: "person.joined",
    entity: { kind: "person", id: member.personId },
    payload: { name: joined.name, role: member.role },
    actor: tx.actor,
  });
  return true;
}
