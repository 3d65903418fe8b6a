import { type NewOrganization, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { insertMember } from "../members/insert-member.ts";
import type { PersonActor } from "../sign-ins/open-sign-in.ts";
import { enterOrganization } from "./enter-organization.ts";
import { insertOrganization } from "./insert-organization.ts";

/** Makes one more organization with the actor as its owner, and enters it. Fault: `access.role-missing` unless an owner where they are. */
export async function createOrganization(
  deps: EngineDeps,
  actor: PersonActor,
  input: NewOrganization,
): Promise<PersonActor> {
  requireRole(actor, "owner", "make another organization");
  const organizationId = deps.newId("organization");
  const owner: PersonActor = { ...actor, organizationId };
  await transact(deps, owner, async (tx) => {
    await insertOrganization(tx, input);
    await insertMember(tx, { personId: actor.id, role: "owner" });
  });
  return enterOrganization(deps, actor, { organizationId });
}
