import type { InvitationPreview, Role } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { secretHash } from "../secret.ts";
import { voidInvitation } from "./invitation-row.ts";

type PreviewRow = {
  organizationName: string;
  invitedByName: string;
  role: Role;
  email: string | null;
  isKnownPerson: boolean;
  expiresAt: Date;
};

/** What an open invitation offers to whoever holds its link. Fault: `invitation.void`. */
export async function previewInvitation(
  deps: Pick<EngineDeps, "database">,
  input: { readonly token: string },
): Promise<InvitationPreview> {
  const [row] = await deps.database.query<PreviewRow>(
    `select o.name as organization_name, p.name as invited_by_name, i.role, i.email, i.expires_at,
       exists (select from people known where lower(known.email) = lower(i.email)) as is_known_person
     from invitations i join organizations o on o.id = i.organization_id join people p on p.id = i.invited_by_id
     where i.token_hash = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > cadre_now()`,
    [secretHash(input.token)],
  );
  if (row === undefined) throw voidInvitation();
  return { ...row, expiresAt: row.expiresAt.toISOString() };
}
