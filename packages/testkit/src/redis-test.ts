import { test } from "vitest";

/** Address of this test run's Redis; `.ci/run` provides one. */
const REDIS_URL = process.env.CADRE_TEST_REDIS_URL ?? "";

/** A test on a real Redis. Without one it is skipped, and its title says why. */
export function redisTest(title: string, run: (redisUrl: string) => Promise<unknown>): void {
  const isMissing = REDIS_URL === "";
  test.skipIf(isMissing)(isMissing ? `${title} (skipped: CADRE_TEST_REDIS_URL is not set)` : title, async () => {
    await run(REDIS_URL);
  });
}
