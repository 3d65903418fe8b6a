import { type Actor, type Member, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { forgetRevisions } from "../../revisions/record-document.ts";
import type { Transaction } from "../../transaction.ts";
import { voidInvitationsOf } from "../invitations/void-invitations.ts";
import { lockOrganization } from "../update-organization.ts";
import { refuseLastOwner } from "./last-owner.ts";
import { memberIn, refuseHigher } from "./member-row.ts";

/**
 * Removes a member, or oneself: keys and inbox of that person here are gone, their sign-ins work elsewhere or nowhere, what waits for
 * their verdict goes to somebody else, and what they wrote stays. Faults: `access.role-missing`, `member.not-found`,
 * `member.role-too-high`, `member.last-owner`.
 */
export function removeMember(deps: EngineDeps, actor: Actor, input: { readonly personId: string }): Promise<Member> {
  const isSelf = actor.kind === "person" && actor.id === input.personId;
  if (!isSelf) requireRole(actor, "admin", "remove members");
  return transact(deps, actor, async (tx) => {
    await lockOrganization(tx);
    const member = await memberIn(tx, input.personId);
    refuseHigher(actor, isSelf && actor.kind === "person" ? actor.role : member.role);
    if (member.role === "owner") await refuseLastOwner(tx, member);
    await deleteMembership(tx, member.personId);
    tx.unit.emit({
      type: "person.removed",
      entity: { kind: "person", id: member.personId },
      payload: { name: member.name, role: member.role },
      actor: tx.actor,
    });
    await tx.tasks.handOverReviews(member.personId);
    return member;
  });
}

async function deleteMembership(tx: Transaction, personId: string): Promise<void> {
  const whose = [tx.unit.organizationId, personId];
  await tx.unit.query("delete from api_keys where organization_id = $1 and person_id = $2", whose);
  await tx.unit.query("delete from notifications where organization_id = $1 and person_id = $2", whose);
  await voidInvitationsOf(tx, personId);
  await tx.unit.query("delete from memberships where organization_id = $1 and person_id = $2", whose);
  await forgetRevisions(tx, personId);
}
