import type { Need } from "../benchmark.ts";
import { isRedisThere } from "./redis.ts";

/** Why a benchmark cannot run on this machine, or nothing. */
export function missingNeed(needs: readonly Need[]): string | undefined {
  for (const need of needs) {
    const reason = REASONS[need]();
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const REASONS: Readonly<Record<Need, () => string | undefined>> = {
  redis: () =>
    isRedisThere() || process.env.CADRE_TEST_REDIS_URL
      ? undefined
      : "redis-server is not installed and CADRE_TEST_REDIS_URL is not set",
  "redis-server": () => (isRedisThere() ? undefined : "redis-server is not installed; one of our own is needed"),
  linux: () => (process.platform === "linux" ? undefined : "memory and CPU of processes are read from /proc"),
};
