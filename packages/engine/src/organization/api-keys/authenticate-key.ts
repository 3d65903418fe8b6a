import { gathered } from "@cadre/database";
import { type Actor, lesserRole, type Role } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { secretHash } from "../secret.ts";

type KeyOwner = {
  id: string;
  keyHash: string;
  organizationId: string;
  personId: string;
  role: Role;
  keyRole: Role;
  isUseDue: boolean;
};

type Reading = Pick<EngineDeps, "database">;

/**
 * Who holds this key, or undefined when it is unknown, revoked, expired, or its owner has left. The key acts with the lesser role of
 * itself and its person.
 */
export async function authenticateKey(deps: Reading, key: string): Promise<Actor | undefined> {
  const hash = secretHash(key);
  return (await holdersOf(deps, [hash])).get(hash);
}

/**
 * `authenticateKey` for a server's many requests: those that come while keys are looked up are looked up together after it. Nothing is
 * remembered: a key that is revoked, or whose person was removed, opens nothing from then on, whichever process is asked.
 */
export function createKeyDesk(deps: Reading): (key: string) => Promise<Actor | undefined> {
  const lookUp = gathered<string, Actor | undefined>(
    async (batch) => {
      const holders = await holdersOf(deps, [...new Set(batch.map(({ ask }) => ask))]);
      for (const { ask, answer } of batch) answer(holders.get(ask));
    },
    { most: API_LIMITS.keyLookUpsAtOnce },
  );
  return (key) => lookUp(secretHash(key));
}

async function holdersOf(deps: Reading, hashes: readonly string[]): Promise<Map<string, Actor>> {
  const owners = await deps.database.query<KeyOwner>(
    `select k.id, k.key_hash, k.organization_id, k.person_id, m.role, k.role as key_role,
       k.last_used_at is null or k.last_used_at < cadre_now() - make_interval(secs => $2::bigint / 1000.0) as is_use_due
     from api_keys k join memberships m on m.organization_id = k.organization_id and m.person_id = k.person_id
     where k.key_hash = any($1::text[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > cadre_now())`,
    [hashes, API_LIMITS.apiKeyUseNotedMs],
  );
  const due = owners.filter(({ isUseDue }) => isUseDue).map(({ id }) => id);
  if (due.length > 0) {
    // Who is in the way notes the same.
    await deps.database.query(
      `update api_keys set last_used_at = cadre_now()
       where id in (select id from api_keys where id = any($1::text[]) for no key update skip locked)`,
      [due],
    );
  }
  return new Map(owners.map((owner) => [owner.keyHash, actorOf(owner)]));
}

function actorOf({ id, personId, organizationId, role, keyRole }: KeyOwner): Actor {
  return { kind: "person", id: personId, organizationId, role: lesserRole(role, keyRole), credentialId: id };
}
