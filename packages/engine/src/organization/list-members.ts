import type { Actor, Member } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";

/** Everybody who belongs to the organization, by name. */
export function listMembers(deps: Pick<EngineDeps, "database">, actor: Actor): Promise<Member[]> {
  return deps.database.query<Member>(
    `select p.id as person_id, p.name, p.email, m.role from memberships m join people p on p.id = m.person_id
     where m.organization_id = $1 order by p.name, p.id`,
    [actor.organizationId],
  );
}
