import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";

/** Forgets idempotency keys older than 24 hours, in every organization. Returns how many. */
export async function purgeIdempotencyKeys(deps: Pick<EngineDeps, "database">): Promise<number> {
  const purged = await deps.database.query(
    "delete from idempotency_keys where created_at < cadre_now() - make_interval(secs => $1::bigint / 1000.0) returning 1",
    [API_LIMITS.idempotencyTtlMs],
  );
  return purged.length;
}
