import { type Actor, lesserRole, type Role } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { secretHash } from "../secret.ts";

type KeyOwner = {
  id: string;
  organizationId: string;
  personId: string;
  role: Role;
  keyRole: Role;
  isUseDue: boolean;
};

/**
 * Who holds this key, or undefined when it is unknown, revoked, expired, or its owner has left. The key acts with the lesser role of
 * itself and its person. Never cached: a key that is
 * revoked, or whose person was removed, opens nothing from then on, whichever process is asked.
 */
export async function authenticateKey(deps: Pick<EngineDeps, "database">, key: string): Promise<Actor | undefined> {
  const [owner] = await deps.database.query<KeyOwner>(
    `select k.id, k.organization_id, k.person_id, m.role, k.role as key_role,
       k.last_used_at is null or k.last_used_at < cadre_now() - make_interval(secs => $2::bigint / 1000.0) as is_use_due
     from api_keys k join memberships m on m.organization_id = k.organization_id and m.person_id = k.person_id
     where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > cadre_now())`,
    [secretHash(key), API_LIMITS.apiKeyUseNotedMs],
  );
  if (owner === undefined) return undefined;
  if (owner.isUseDue) {
    await deps.database.query("update api_keys set last_used_at = cadre_now() where id = $1", [owner.id]);
  }
  const { personId, organizationId, role, keyRole } = owner;
  return { kind: "person", id: personId, organizationId, role: lesserRole(role, keyRole), credentialId: owner.id };
}
