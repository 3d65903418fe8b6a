import type { Role } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import type { PersonActor } from "../sign-ins/open-sign-in.ts";
import { notYourOrganization } from "./not-your-organization.ts";

/**
 * Makes an organization the one that the actor's sign-in works in, and returns the actor as they are there. Nothing of any
 * organization changes, so nobody is told. Fault: `organization.not-found`.
 */
export async function enterOrganization(
  deps: Pick<EngineDeps, "database">,
  actor: PersonActor,
  input: { readonly organizationId: string },
): Promise<PersonActor> {
  const [entered] = await deps.database.query<{ role: Role }>(
    `with place as (
       select organization_id, role from memberships where organization_id = $1 and person_id = $2
     ), moved as (
       update sign_ins s set organization_id = place.organization_id from place where s.id = $3 and s.person_id = $2
     )
     select role from place`,
    [input.organizationId, actor.id, actor.credentialId ?? null],
  );
  if (entered === undefined) throw notYourOrganization(input.organizationId);
  return { ...actor, organizationId: input.organizationId, role: entered.role };
}
