import { hashPassword } from "@better-auth/utils/password";
import type { SignInLinkUse } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { secretHash } from "../secret.ts";
import { storePassword } from "./change-password.ts";
import { endSignInsBut } from "./end-sign-ins.ts";
import { actorAtHome } from "./home-organization.ts";
import { insertSignIn, type SignedIn } from "./open-sign-in.ts";

const OPEN_LINK = "token_hash = $1 and used_at is null and expires_at > cadre_now()";

/**
 * Chooses a new password with a sign-in link and signs in; every other sign-in of the person ends. Of two at once one wins. Faults:
 * `sign-in-link.void`, `sign-in.no-organization`.
 */
export async function takeSignInLink(deps: EngineDeps, input: SignInLinkUse, userAgent: string): Promise<SignedIn> {
  // Hashing a password costs a tenth of a second: a stranger with a wrong token does not get that far.
  const [link] = await deps.database.query<{ personId: string }>(
    `select person_id from sign_in_links where ${OPEN_LINK}`,
    [secretHash(input.token)],
  );
  if (link === undefined) refuseLink();
  const person = await actorAtHome(deps, link.personId);
  const passwordHash = await hashPassword(input.password);
  return transact(deps, person, async (tx) => {
    const used = await tx.unit.count(`update sign_in_links set used_at = cadre_now() where ${OPEN_LINK} returning 1`, [
      secretHash(input.token),
    ]);
    if (used === 0) refuseLink();
    await storePassword(tx, person, passwordHash);
    await endSignInsBut(tx, person, undefined);
    return insertSignIn(tx, person, userAgent);
  });
}

function refuseLink(): never {
  throw new Fault("forbidden", "sign-in-link.void", {
    message:
      "This sign-in link was used, is older than an hour, or was made void by another password. Ask for a new one.",
    field: "token",
  });
}
