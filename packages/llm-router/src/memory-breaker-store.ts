import type { BreakerState, BreakerStore } from "./ports.ts";

/** Breakers of one process. Losing them at a restart costs at most a few failed calls. */
export function memoryBreakerStore(): BreakerStore {
  const states = new Map<string, BreakerState>();
  return {
    read: (key) => Promise.resolve(states.get(key)),
    update: (key, change) => {
      const next = change(states.get(key));
      if (next === undefined) states.delete(key);
      else states.set(key, next);
      return Promise.resolve();
    },
  };
}
