import { openCounterStore } from "@cadre/server-kit";
import { isRedisThere, openTestRedis } from "@cadre/testkit";
import { expect, test } from "vitest";
import { rateLimits } from "./rate-limits.ts";

test.skipIf(!isRedisThere())(
  "API processes with one Redis count together, and each by itself while Redis is away",
  async () => {
    const redis = await openTestRedis();
    const stores = [openCounterStore(redis.url, () => undefined), openCounterStore(redis.url, () => undefined)];
    await expect.poll(() => stores.map((store) => store.redis.status)).toEqual(["ready", "ready"]);
    const [one, other] = stores.map((store) => rateLimits(6, store));
    const left = async (limits: typeof one): Promise<number | string | undefined> =>
      limits?.request("key_1").then(
        (stand) => stand?.remaining,
        (error: { readonly code: string }) => error.code,
      );
    expect([await left(one), await left(other), await left(one), await left(other)]).toEqual([5, 4, 3, 2]);
    const together = await Promise.all([left(one), left(other), left(one), left(other)]);
    expect(together.filter((stand) => stand === "rate-limit.requests")).toHaveLength(2);

    const attempt = { address: "192.0.2.7", account: "ada@example.test" };
    const wrong = (limits: typeof one): Promise<unknown> | undefined =>
      limits?.attempt(attempt, () => Promise.reject(new Error("wrong"))).catch((error: unknown) => error);
    for (let tries = 0; tries < 10; tries += 1) await wrong(tries % 2 === 0 ? one : other);
    expect(await wrong(one)).toMatchObject({ code: "rate-limit.sign-in" });
    expect(await wrong(other)).toMatchObject({ code: "rate-limit.sign-in" });
    const keys = await stores[0]?.redis.keys("cadre:rate:*");
    expect(keys?.length).toBeGreaterThan(3);
    expect(keys?.join()).not.toMatch(/ada|192\.0\.2/);

    await redis.close();
    const begun = performance.now();
    expect([await left(one), await left(one), await left(other)]).toEqual([5, 4, 5]);
    expect(performance.now() - begun).toBeLessThan(10_000);
    for (const store of stores) store.close();
  },
);
