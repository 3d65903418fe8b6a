import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { newSecret, secretHash } from "../secret.ts";

/**
 * Makes the one-time token of the setup page, or returns undefined once the installation is set up. Only its hash is stored, so each
 * start before that prints a new one and the token printed earlier is void.
 */
export async function createSetupToken(deps: Pick<EngineDeps, "database">): Promise<string | undefined> {
  const token = newSecret(API_LIMITS.setupTokenBytes);
  const stored = await deps.database.query(
    "update installation set setup_token_hash = $1 where set_up_at is null returning 1",
    [secretHash(token)],
  );
  return stored.length === 1 ? token : undefined;
}

/** Whether the installation has its first owner. */
export async function isSetUp(deps: Pick<EngineDeps, "database">): Promise<boolean> {
  const rows = await deps.database.query("select 1 from installation where set_up_at is not null");
  return rows.length === 1;
}
