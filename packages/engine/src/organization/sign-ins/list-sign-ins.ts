import type { SignIn } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import type { PersonActor } from "./open-sign-in.ts";
import { SIGN_IN_COLUMNS, signInOf, type SignInRow } from "./sign-in-row.ts";

/** Where the person is signed in, the last used first. */
export async function listSignIns(deps: Pick<EngineDeps, "database">, actor: PersonActor): Promise<SignIn[]> {
  const rows = await deps.database.query<SignInRow>(
    `select ${SIGN_IN_COLUMNS} from sign_ins
     where person_id = $1 and ended_at is null and expires_at > cadre_now()
       and last_seen_at > cadre_now() - make_interval(secs => $2::bigint / 1000.0)
     order by last_seen_at desc, id desc limit $3`,
    [actor.id, API_LIMITS.signInIdleMs, API_LIMITS.listPageMax],
  );
  return rows.map((row) => signInOf(row, actor.credentialId));
}
