import { fact, isRedisThere, openTestRedis } from "@cadre/testkit";
import { expect, test } from "vitest";
import { runCrashSuite } from "./crash-suite.ts";
import { flushing } from "./scenarios.ts";

const TIMEOUT_MS = 1_800_000;

if (isRedisThere()) {
  fact(
    ["I1", "I2", "I8"],
    "hints over Redis: whatever dies or is emptied, the story is completed and nothing is lost or repeated",
    async () => {
      const redis = await openTestRedis();
      try {
        const doorbell = { kind: "redis", url: redis.url } as const;
        expect(
          await runCrashSuite({ doorbell, sandbox: "auto", seed: 11, third: 0, more: [flushing(redis.flush)] }),
        ).toEqual([]);
      } finally {
        await redis.close();
      }
    },
    TIMEOUT_MS,
  );
} else {
  test.skip("crash suite on Redis (skipped: redis-server is not installed and CADRE_TEST_REDIS_URL is not set)", () =>
    undefined);
}
