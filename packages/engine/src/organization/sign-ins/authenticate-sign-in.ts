import type { Role } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { secretHash } from "../secret.ts";
import { noOrganization } from "./home-organization.ts";
import { notYourOrganization } from "../organizations/not-your-organization.ts";
import type { PersonActor } from "./open-sign-in.ts";

type SignedInRow = {
  id: string;
  personId: string;
  organizationId: string | null;
  role: Role | null;
  isSeenDue: boolean;
};

/**
 * Who is signed in with this token, or undefined when it is unknown, ended, expired, or was left alone too long. They act in the
 * organization that the request names, else in the one of the sign-in, else in another one of theirs. Never cached: who signs out is
 * out at once. Faults: `organization.not-found` for a named one that is not theirs, `sign-in.no-organization`.
 */
export async function authenticateSignIn(
  deps: Pick<EngineDeps, "database">,
  token: string,
  organizationId: string | undefined,
): Promise<PersonActor | undefined> {
  const [row] = await deps.database.query<SignedInRow>(
    `select s.id, s.person_id, m.organization_id, m.role,
       s.last_seen_at < cadre_now() - make_interval(secs => $4::bigint / 1000.0) as is_seen_due
     from sign_ins s left join lateral (
       select organization_id, role from memberships
       where person_id = s.person_id and ($2::text is null or organization_id = $2)
       order by (organization_id = s.organization_id) desc, created_at limit 1
     ) m on true
     where s.token_hash = $1 and s.ended_at is null and s.expires_at > cadre_now()
       and s.last_seen_at > cadre_now() - make_interval(secs => $3::bigint / 1000.0)`,
    [secretHash(token), organizationId ?? null, API_LIMITS.signInIdleMs, API_LIMITS.signInSeenNotedMs],
  );
  if (row === undefined) return undefined;
  if (row.organizationId === null || row.role === null) {
    throw organizationId === undefined ? noOrganization() : notYourOrganization(organizationId);
  }
  if (row.isSeenDue) {
    await deps.database.query("update sign_ins set last_seen_at = cadre_now() where id = $1", [row.id]);
  }
  return {
    kind: "person",
    id: row.personId,
    organizationId: row.organizationId,
    role: row.role,
    credentialId: row.id,
  };
}
