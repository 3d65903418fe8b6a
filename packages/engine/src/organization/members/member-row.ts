import { type Actor, isRoleAtLeast, type Member, type Role } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";

/** A member of the transaction's organization, locked until it ends. Fault: `member.not-found`. */
export async function memberIn(tx: Transaction, personId: string): Promise<Member> {
  const member = await tx.unit.first<Member>(
    `select p.id as person_id, p.name, p.email, m.role from memberships m join people p on p.id = m.person_id
     where m.organization_id = $1 and m.person_id = $2 for update of m`,
    [tx.unit.organizationId, personId],
  );
  if (member !== undefined) return member;
  throw new Fault("not-found", "member.not-found", {
    message: `There is no member ${personId} in this organization. List its members and use one of their ids.`,
  });
}

/** Nobody gives, takes or overrules a role above their own. Fault: `member.role-too-high`. */
export function refuseHigher(actor: Actor, role: Role): void {
  if (actor.kind === "system" || (actor.kind === "person" && isRoleAtLeast(actor.role, role))) return;
  throw new Fault("forbidden", "member.role-too-high", {
    message: `Only ${role === "owner" ? "an owner" : `somebody who is at least ${role}`} may do this. Ask one of the owners.`,
    details: { role },
  });
}
