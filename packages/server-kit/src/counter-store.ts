import { API_LIMITS } from "@cadre/shared";
import { Redis } from "ioredis";

/** A connection for counts that several processes share. Losing them harms nobody. */
export type CounterStore = { readonly redis: Redis; close(): void };

/** Connects in the background. A command is answered soon or refused: whoever counts has another way then. */
export function openCounterStore(redisUrl: string, onProblem: (error: Error, where: string) => void): CounterStore {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: API_LIMITS.rateStoreTimeoutMs,
  });
  redis.on("error", (error: Error) => onProblem(error, "counters"));
  return { redis, close: () => redis.disconnect() };
}
