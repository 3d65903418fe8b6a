import type { Actor, Organization, Role } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";

export type OwnOrganization = Pick<Organization, "id" | "name" | "slug" | "timeZone"> & { readonly role: Role };

/** The organizations that a person belongs to, by name. */
export function listOwnOrganizations(deps: Pick<EngineDeps, "database">, actor: Actor): Promise<OwnOrganization[]> {
  return deps.database.query<OwnOrganization>(
    `select o.id, o.name, o.slug, o.time_zone, m.role from memberships m join organizations o on o.id = m.organization_id
     where m.person_id = $1 order by o.name, o.id`,
    [actor.id],
  );
}
