import type { Actor } from "@cadre/domain";
import { authenticateKey, type EngineDeps } from "@cadre/engine";
import { API_LIMITS } from "@cadre/shared";

/**
 * Finds who a key belongs to. What was found is remembered for at most a second, so a revoked key is refused within it; requests that
 * come while it is being looked up wait for the same answer.
 */
export function cachedAuthentication(deps: EngineDeps): (key: string) => Promise<Actor | undefined> {
  const known = new Map<string, { readonly actor: Promise<Actor | undefined>; readonly untilMs: number }>();
  return (key) => {
    const nowMs = deps.now().getTime();
    const cached = known.get(key);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.actor;
    if (known.size >= API_LIMITS.principalCacheKeys) known.clear();
    const actor = authenticateKey(deps, key);
    const entry = { actor, untilMs: nowMs + API_LIMITS.principalCacheMs };
    known.set(key, entry);
    const forget = (): void => {
      if (known.get(key) === entry) known.delete(key);
    };
    // A key that was not found is looked up again each time: it may be made the next moment.
    actor.then((found) => (found === undefined ? forget() : undefined), forget);
    return actor;
  };
}
