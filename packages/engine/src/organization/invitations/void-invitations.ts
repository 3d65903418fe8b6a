import type { Transaction } from "../../transaction.ts";

/** Revokes the open invitations of a person who may invite no more. */
export async function voidInvitationsOf(tx: Transaction, personId: string): Promise<void> {
  const revoked = await tx.unit.query<{ id: string; role: string; email: string | null }>(
    `update invitations set revoked_at = cadre_now()
     where organization_id = $1 and invited_by_id = $2 and accepted_at is null and revoked_at is null returning id, role, email`,
    [tx.unit.organizationId, personId],
  );
  for (const { id, role, email } of revoked) {
    tx.unit.emit({
      type: "invitation.revoked",
      entity: { kind: "invitation", id },
      payload: { role, email },
      actor: tx.actor,
    });
  }
}
