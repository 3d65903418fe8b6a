import type { Credentials } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { actorAtHome } from "./home-organization.ts";
import { openSignIn, type SignedIn } from "./open-sign-in.ts";
import { isPassword, wrongCredentials } from "./password.ts";

/**
 * Signs a person in with e-mail and password, where they worked last. Whoever calls limits how often this may be tried. Faults:
 * `sign-in.wrong`, the same for an unknown address and a wrong password, and `sign-in.no-organization`.
 */
export async function signIn(deps: EngineDeps, input: Credentials, userAgent: string): Promise<SignedIn> {
  const personId = await personOf(deps, input);
  if (personId === undefined) throw wrongCredentials();
  return openSignIn(deps, await actorAtHome(deps, personId), userAgent);
}

/** Whose e-mail and password these are. */
async function personOf(
  deps: Pick<EngineDeps, "database">,
  { email, password }: Credentials,
): Promise<string | undefined> {
  const [person] = await deps.database.query<{ id: string; passwordHash: string }>(
    "select id, password_hash from people where lower(email) = lower($1)",
    [email],
  );
  return (await isPassword(person?.passwordHash, password)) ? person?.id : undefined;
}
