import type { Role } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import type { PersonActor } from "./open-sign-in.ts";

/**
 * The person as an actor where they worked last, else where they have belonged longest. Fault `sign-in.no-organization` when they
 * belong nowhere any more.
 */
export async function actorAtHome(deps: Pick<EngineDeps, "database">, personId: string): Promise<PersonActor> {
  const [home] = await deps.database.query<{ organizationId: string; role: Role }>(
    `select m.organization_id, m.role from memberships m
     left join lateral (
       select max(s.last_seen_at) as at from sign_ins s
       where s.person_id = m.person_id and s.organization_id = m.organization_id
     ) seen on true
     where m.person_id = $1 order by seen.at desc nulls last, m.created_at, m.organization_id limit 1`,
    [personId],
  );
  if (home === undefined) throw noOrganization();
  return { kind: "person", id: personId, ...home };
}

export function noOrganization(): Fault {
  return new Fault("forbidden", "sign-in.no-organization", {
    message: "You belong to no organization any more. Ask one of its admins for an invitation and open its link.",
  });
}
