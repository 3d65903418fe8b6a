import { type Actor, type Invitation, requireRole } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { INVITATION_COLUMNS, invitationOf, type InvitationRow } from "./invitation-row.ts";

/** Makes an invitation void; again changes nothing. Faults: `access.role-missing`, `invitation.not-found`, `invitation.accepted`. */
export function revokeInvitation(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly invitationId: string },
): Promise<Invitation> {
  requireRole(actor, "admin", "revoke invitations");
  return transact(deps, actor, async (tx) => {
    const before = await tx.unit.first<InvitationRow>(
      `select ${INVITATION_COLUMNS} from invitations where id = $1 and organization_id = $2 for update`,
      [input.invitationId, tx.unit.organizationId],
    );
    if (before === undefined) {
      throw new Fault("not-found", "invitation.not-found", {
        message: `There is no invitation ${input.invitationId}.`,
      });
    }
    if (before.acceptedAt !== null) {
      throw new Fault("conflict", "invitation.accepted", {
        message: "This invitation was accepted already. Remove the member instead.",
      });
    }
    if (before.revokedAt !== null) return invitationOf(before);
    const row = await tx.unit.first<InvitationRow>(
      `update invitations set revoked_at = cadre_now() where id = $1 returning ${INVITATION_COLUMNS}`,
      [before.id],
    );
    tx.unit.emit({
      type: "invitation.revoked",
      entity: { kind: "invitation", id: before.id },
      payload: { role: before.role, email: before.email },
      actor: tx.actor,
    });
    return invitationOf(row ?? before);
  });
}
