import { createPool } from "@cadre/database";
import { openTestDatabase } from "@cadre/testkit";
import { afterAll, describe, expect, test } from "vitest";
import type { DoorbellLink } from "./doorbell-link.ts";
import { createPostgresDoorbell } from "./postgres-doorbell.ts";
import { createRedisDoorbell } from "./redis-doorbell.ts";

const redisUrl = process.env.CADRE_TEST_REDIS_URL;
const testDatabase = await openTestDatabase();
const pool = createPool({
  url: testDatabase.url,
  max: 4,
  applicationName: "doorbell-test",
  onIdleError: () => undefined,
});
afterAll(async () => {
  await pool.end();
  await testDatabase.close();
});

const problems: string[] = [];
const options = { onProblem: (error: Error, where: string) => problems.push(`${where}: ${error.message}`) };

const LINKS: readonly { readonly name: string; readonly open: (() => DoorbellLink) | undefined }[] = [
  { name: "Postgres", open: () => createPostgresDoorbell(testDatabase.url, pool, options) },
  { name: "Redis", open: redisUrl === undefined ? undefined : () => createRedisDoorbell(redisUrl, options) },
];

describe.each(LINKS)("hints over $name", ({ name, open }) => {
  test.skipIf(open === undefined)(
    `carry runs once each, in the order of their priority, beside control and events${open === undefined ? ` (skipped: set CADRE_TEST_REDIS_URL to test ${name})` : ""}`,
    async () => {
      const link = open?.();
      if (link === undefined) throw new Error("Skipped tests do not run.");
      const mark = `run_${Date.now()}`;
      link.doorbell.run({ runId: `${mark}_low`, priority: 4, delayMs: 0 });
      link.doorbell.run({ runId: `${mark}_high`, priority: 0, delayMs: 0 });
      link.doorbell.run({ runId: `${mark}_high`, priority: 0, delayMs: 0 });
      link.doorbell.run({ runId: `${mark}_later`, priority: 0, delayMs: 2_000 });
      await expect.poll(() => link.depth()).toBe(3);
      const runs: string[] = [];
      const controls: string[] = [];
      let events = 0;
      const listening = await link.listen(
        {
          run: async (runId) => void runs.push(runId),
          control: (runIds) => void controls.push(...runIds),
          events: () => void (events += 1),
        },
        { concurrency: 1 },
      );
      await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(3);
      expect(runs).toEqual([`${mark}_high`, `${mark}_low`, `${mark}_later`]);
      link.doorbell.control({ runIds: ["run_1", "run_2"] });
      const before = events;
      link.doorbell.events();
      await expect.poll(() => controls).toEqual(["run_1", "run_2"]);
      await expect.poll(() => events).toBeGreaterThan(before);
      link.doorbell.run({ runId: `${mark}_high`, priority: 0, delayMs: 0 });
      await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(4);
      await listening.stop();
      await link.close();
      expect(problems).toEqual([]);
    },
    30_000,
  );
});
