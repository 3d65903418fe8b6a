import type { Actor, Member } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { type Credential, credentialOf } from "./credential.ts";
import { listOwnOrganizations, type OwnOrganization } from "./organizations/list-own-organizations.ts";

/** The person who asks, where they work now, with what, and where else they belong. */
export type Me = Member & {
  readonly organization: Omit<OwnOrganization, "role">;
  readonly organizations: readonly OwnOrganization[];
  readonly credential: Credential | null;
};

/** Who the actor is, with the role that they act in. Fault: `person.not-found` for an agent, and for a person who has left. */
export async function getMe(deps: Pick<EngineDeps, "database">, actor: Actor): Promise<Me> {
  const organizations = await listOwnOrganizations(deps, actor);
  const here = organizations.find(({ id }) => id === actor.organizationId);
  const [person] = await deps.database.query<{ name: string; email: string }>(
    "select name, email from people where id = $1",
    [actor.id],
  );
  if (here === undefined || person === undefined || actor.kind !== "person") {
    throw new Fault("not-found", "person.not-found", { message: "You are no member of this organization any more." });
  }
  const { id, name, slug, timeZone } = here;
  return {
    personId: actor.id,
    ...person,
    role: actor.role,
    organization: { id, name, slug, timeZone },
    organizations,
    credential: credentialOf(actor.credentialId),
  };
}
