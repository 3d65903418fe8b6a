import type { Invitation, Role } from "@cadre/domain";
import { Fault } from "@cadre/shared";

export type InvitationRow = {
  id: string;
  organizationId: string;
  role: Role;
  email: string | null;
  invitedById: string;
  acceptedById: string | null;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
  isExpired: boolean;
};

export const INVITATION_COLUMNS = `id, organization_id, role, email, invited_by_id, accepted_by_id, expires_at, accepted_at,
  revoked_at, created_at, expires_at <= cadre_now() as is_expired`;

export function invitationOf(row: InvitationRow): Invitation {
  const { id, role, email, invitedById, acceptedById } = row;
  return {
    id,
    role,
    email,
    status: statusOf(row),
    invitedById,
    acceptedById,
    expiresAt: row.expiresAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

function statusOf(row: InvitationRow): Invitation["status"] {
  if (row.acceptedAt !== null) return "accepted";
  if (row.revokedAt !== null) return "revoked";
  return row.isExpired ? "expired" : "open";
}

/** One sentence for used, revoked, expired and unknown: who holds a void link learns nothing of the organization. */
export function voidInvitation(): Fault {
  return new Fault("forbidden", "invitation.void", {
    message: "This invitation was used, revoked, or is too old. Ask whoever gave you the link for a new one.",
    field: "token",
  });
}

export function memberAlready(): Fault {
  return new Fault("conflict", "invitation.is-member", {
    message: "This person belongs to the organization already. Sign in, or change the role in the list of members.",
  });
}
