import { type Actor, requireRole } from "@cadre/domain";
import { API_LIMITS, Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { newSecret, secretHash } from "../secret.ts";
import { memberIn, refuseHigher } from "../members/member-row.ts";

/** `token` is what the link holds: shown once, stored nowhere. */
export type CreatedSignInLink = { readonly token: string; readonly expiresAt: string };

/**
 * Makes a link with which a member chooses a new password. Whoever changes a password can act as that person everywhere, so this is
 * for members of this organization alone. Faults: `member.not-found`, `member.role-too-high`, `member.belongs-elsewhere`.
 */
export async function createSignInLink(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly personId: string },
): Promise<CreatedSignInLink> {
  requireRole(actor, "admin", "make sign-in links");
  return transact(deps, actor, async (tx) => {
    const member = await memberIn(tx, input.personId);
    refuseHigher(actor, member.role);
    const elsewhere = await tx.unit.count(
      "select 1 from memberships where person_id = $1 and organization_id <> $2 limit 1",
      [member.personId, tx.unit.organizationId],
    );
    if (elsewhere > 0) {
      throw new Fault("conflict", "member.belongs-elsewhere", {
        message: `${member.name} belongs to other organizations too, so only the operator can make the link: npm run sign-in-link -- --email ${member.email}`,
      });
    }
    return insertLink(tx, member.personId);
  });
}

/**
 * Makes a link for whoever lost everything: of the named e-mail, else of the owner who has been one longest. For the operator of the
 * installation alone, who could write into the database as well. Undefined when there is nobody.
 */
export async function createOperatorLink(
  deps: EngineDeps,
  input: { readonly email?: string },
): Promise<(CreatedSignInLink & { readonly name: string; readonly email: string }) | undefined> {
  const [person] = await deps.database.query<{ id: string; organizationId: string; name: string; email: string }>(
    `select p.id, m.organization_id, p.name, p.email from people p join memberships m on m.person_id = p.id
     where ($1::text is null and m.role = 'owner') or lower(p.email) = lower($1)
     order by (m.role = 'owner') desc, m.created_at, p.id limit 1`,
    [input.email ?? null],
  );
  if (person === undefined) return undefined;
  const operator: Actor = { kind: "system", id: "operator", organizationId: person.organizationId };
  const link = await transact(deps, operator, (tx) => insertLink(tx, person.id));
  return { ...link, name: person.name, email: person.email };
}

async function insertLink(tx: Transaction, personId: string): Promise<CreatedSignInLink> {
  const token = `cadl_${newSecret(API_LIMITS.tokenBytes)}`;
  const id = tx.deps.newId("signInLink");
  const [row] = await tx.unit.query<{ expiresAt: Date }>(
    `insert into sign_in_links (id, person_id, token_hash, expires_at)
     values ($1, $2, $3, cadre_now() + make_interval(secs => $4::bigint / 1000.0)) returning expires_at`,
    [id, personId, secretHash(token), API_LIMITS.signInLinkTtlMs],
  );
  if (row === undefined) throw new Error("The sign-in link was not inserted.");
  tx.unit.emit({
    type: "sign-in-link.created",
    entity: { kind: "person", id: personId },
    payload: { personId, linkId: id },
    actor: tx.actor,
  });
  return { token, expiresAt: row.expiresAt.toISOString() };
}
