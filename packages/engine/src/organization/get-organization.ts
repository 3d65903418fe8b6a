import type { Actor, Organization } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { ORGANIZATION_COLUMNS, organizationOf, type OrganizationRow } from "./organization-row.ts";

/** The actor's own organization. */
export async function getOrganization(deps: Pick<EngineDeps, "database">, actor: Actor): Promise<Organization> {
  const [row] = await deps.database.query<OrganizationRow>(
    `select ${ORGANIZATION_COLUMNS} from organizations where id = $1`,
    [actor.organizationId],
  );
  if (row !== undefined) return organizationOf(row);
  throw new Fault("not-found", "organization.not-found", { message: "This organization does not exist." });
}
