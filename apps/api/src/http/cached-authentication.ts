import type { Actor } from "@cadre/domain";
import { authenticateKey, type EngineDeps } from "@cadre/engine";
import { API_LIMITS } from "@cadre/shared";

const MAX_CACHED = 10_000;

/** Finds who a key belongs to. A found principal is remembered for at most a second, so a revoked key is refused within it. */
export function cachedAuthentication(deps: EngineDeps): (key: string) => Promise<Actor | undefined> {
  const known = new Map<string, { readonly actor: Actor; readonly untilMs: number }>();
  return async (key) => {
    const nowMs = deps.now().getTime();
    const cached = known.get(key);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.actor;
    known.delete(key);
    const actor = await authenticateKey(deps, key);
    if (actor === undefined) return undefined;
    if (known.size >= MAX_CACHED) known.clear();
    known.set(key, { actor, untilMs: nowMs + API_LIMITS.principalCacheMs });
    return actor;
  };
}
