import type { Actor, Member, Organization } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";

/** The person who asks, with where it belongs. */
export type Me = Member & { readonly organization: Pick<Organization, "id" | "name" | "slug" | "timeZone"> };

type MeRow = Member & { organizationId: string; organizationName: string; slug: string; timeZone: string };

/** Who the actor is. Fault: `person.not-found` for an agent, and for a person who has left. */
export async function getMe(deps: Pick<EngineDeps, "database">, actor: Actor): Promise<Me> {
  const [row] = await deps.database.query<MeRow>(
    `select p.id as person_id, p.name, p.email, m.role, o.id as organization_id, o.name as organization_name, o.slug, o.time_zone
     from memberships m join people p on p.id = m.person_id join organizations o on o.id = m.organization_id
     where m.organization_id = $1 and m.person_id = $2`,
    [actor.organizationId, actor.id],
  );
  if (row === undefined) {
    throw new Fault("not-found", "person.not-found", { message: "You are no member of this organization any more." });
  }
  const { organizationId, organizationName, slug, timeZone, ...member } = row;
  return { ...member, organization: { id: organizationId, name: organizationName, slug, timeZone } };
}
