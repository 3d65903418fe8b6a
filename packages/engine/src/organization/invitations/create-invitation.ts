import { type Actor, type Invitation, type NewInvitation, requireRole } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { refuseHigher } from "../members/member-row.ts";
import { newSecret, secretHash } from "../secret.ts";
import { INVITATION_COLUMNS, invitationOf, type InvitationRow, memberAlready } from "./invitation-row.ts";

export type CreatedInvitation = {
  readonly invitation: Invitation;
  /** What the link holds: shown once, stored nowhere. */
  readonly token: string;
  readonly organizationName: string;
  readonly invitedByName: string;
};

type CreatedRow = InvitationRow & { readonly organizationName: string; readonly invitedByName: string };

/** Invites somebody with a role that is not above one's own. Faults: `access.role-missing`, `member.role-too-high`, `invitation.is-member`. */
export async function createInvitation(
  deps: EngineDeps,
  actor: Actor,
  input: NewInvitation,
): Promise<CreatedInvitation> {
  requireRole(actor, "admin", "invite people");
  refuseHigher(actor, input.role);
  return transact(deps, actor, async (tx) => {
    if (input.email !== undefined) await refuseMember(tx, input.email);
    const token = `cadi_${newSecret(API_LIMITS.tokenBytes)}`;
    const [row] = await tx.unit.query<CreatedRow>(
      `insert into invitations (id, organization_id, role, email, token_hash, invited_by_id, expires_at)
       values ($1, $2, $3, $4, $5, $6, cadre_now() + make_interval(days => $7::int)) returning ${INVITATION_COLUMNS},
         (select name from organizations o where o.id = organization_id) as organization_name,
         (select name from people p where p.id = invited_by_id) as invited_by_name`,
      [
        tx.deps.newId("invitation"),
        tx.unit.organizationId,
        input.role,
        input.email ?? null,
        secretHash(token),
        actor.id,
        input.expiresInDays,
      ],
    );
    if (row === undefined) throw new Error("The invitation was not inserted.");
    tx.unit.emit({
      type: "invitation.created",
      entity: { kind: "invitation", id: row.id },
      payload: { role: row.role, email: row.email },
      actor: tx.actor,
    });
    const { organizationName, invitedByName } = row;
    return { invitation: invitationOf(row), token, organizationName, invitedByName };
  });
}

async function refuseMember(tx: Transaction, email: string): Promise<void> {
  const members = await tx.unit.count(
    `select 1 from memberships m join people p on p.id = m.person_id
     where m.organization_id = $1 and lower(p.email) = lower($2)`,
    [tx.unit.organizationId, email],
  );
  if (members > 0) throw memberAlready();
}
