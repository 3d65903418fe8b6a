import type { Actor } from "@cadre/domain";
import { API_LIMITS, storableText } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { newSecret, secretHash } from "../secret.ts";

export type PersonActor = Extract<Actor, { kind: "person" }>;

/** A person who is signed in now. `token` is what the cookie holds: shown once, stored nowhere. */
export type SignedIn = { readonly actor: PersonActor; readonly token: string; readonly expiresAt: Date };

/** Opens a sign-in for a person whose right to it was checked, in the organization of the actor. */
export function openSignIn(deps: EngineDeps, person: PersonActor, userAgent: string): Promise<SignedIn> {
  return transact(deps, person, (tx) => insertSignIn(tx, person, userAgent));
}

/** The same inside a transaction that also does what gave the right. */
export async function insertSignIn(tx: Transaction, person: PersonActor, userAgent: string): Promise<SignedIn> {
  const token = `cads_${newSecret(API_LIMITS.tokenBytes)}`;
  const actor = { ...person, credentialId: tx.deps.newId("signIn") };
  const [row] = await tx.unit.query<{ expiresAt: Date }>(
    `insert into sign_ins (id, person_id, organization_id, token_hash, user_agent, expires_at)
     values ($1, $2, $3, $4, $5, cadre_now() + make_interval(secs => $6::bigint / 1000.0))
     returning expires_at`,
    [
      actor.credentialId,
      person.id,
      person.organizationId,
      secretHash(token),
      storableText(userAgent.slice(0, API_LIMITS.userAgentChars)),
      API_LIMITS.signInMaxMs,
    ],
  );
  if (row === undefined) throw new Error("The sign-in was not inserted.");
  tx.unit.emit({
    type: "sign-in.opened",
    entity: { kind: "sign-in", id: actor.credentialId },
    payload: { personId: person.id },
    actor,
  });
  return { actor, token, expiresAt: row.expiresAt };
}
