import { type Actor, isRoleAtLeast, type Member, requireRole, type Role } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { voidInvitationsOf } from "../invitations/void-invitations.ts";
import { lockOrganization } from "../update-organization.ts";
import { refuseLastOwner } from "./last-owner.ts";
import { memberIn, refuseHigher } from "./member-row.ts";

/**
 * Gives a member another role; the same again changes nothing. Faults: `access.role-missing`, `member.not-found`,
 * `member.role-too-high`, `member.last-owner`.
 */
export function changeRole(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly personId: string; readonly role: Role },
): Promise<Member> {
  requireRole(actor, "admin", "change roles");
  return transact(deps, actor, async (tx) => {
    // Two owners who step down at once must not both see the other one (the schema would refuse the second).
    await lockOrganization(tx);
    const member = await memberIn(tx, input.personId);
    if (member.role === input.role) return member;
    refuseHigher(actor, member.role);
    refuseHigher(actor, input.role);
    if (member.role === "owner") await refuseLastOwner(tx, member);
    await tx.unit.query("update memberships set role = $3 where organization_id = $1 and person_id = $2", [
      tx.unit.organizationId,
      member.personId,
      input.role,
    ]);
    tx.unit.emit({
      type: "person.role-changed",
      entity: { kind: "person", id: member.personId },
      payload: { name: member.name, before: member.role, role: input.role },
      actor: tx.actor,
    });
    // Whoever could invite with a greater role than they have now has done it before.
    if (!isRoleAtLeast(input.role, member.role)) await voidInvitationsOf(tx, member.personId);
    if (input.role === "viewer") await tx.tasks.handOverReviews(member.personId);
    return { ...member, role: input.role };
  });
}
