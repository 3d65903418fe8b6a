import { type Actor, type Invitation, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../../page.ts";
import { INVITATION_COLUMNS, invitationOf, type InvitationRow } from "./invitation-row.ts";

/** Every invitation of the organization, newest first. Fault: `access.role-missing`. */
export async function listInvitations(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest = {},
): Promise<Page<Invitation>> {
  requireRole(actor, "admin", "see invitations");
  const size = pageSize(request);
  const rows = await deps.database.query<InvitationRow>(
    `select ${INVITATION_COLUMNS} from invitations
     where organization_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [actor.organizationId, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, invitationOf);
}
