import { createPool } from "@cadre/database";
import { openTestDatabase, redisTest } from "@cadre/testkit";
import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import type { DoorbellLink } from "./doorbell-link.ts";
import { createPostgresDoorbell } from "./postgres-doorbell.ts";
import { createRedisDoorbell } from "./redis-doorbell.ts";

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

const DELAY_MS = 2_000;
/** Clocks of two processes tell whole milliseconds. */
const CLOCK_STEP_MS = 50;

const problems: string[] = [];
const options = { onProblem: (error: Error, where: string) => problems.push(`${where}: ${error.message}`) };

test("hints over Postgres carry runs once each, in the order of their priority, beside control and events", async () => {
  await tryLink(createPostgresDoorbell(testDatabase.url, pool, options));
});

redisTest(
  "hints over Redis carry runs once each, in the order of their priority, beside control and events",
  (redisUrl) => tryLink(createRedisDoorbell(redisUrl, options)),
);

redisTest("a Redis that evicts is refused, with the setting to change", async (redisUrl) => {
  const admin = new Redis(redisUrl);
  await admin.config("SET", "maxmemory-policy", "allkeys-lru");
  const link = createRedisDoorbell(redisUrl, options);
  try {
    await expect(link.listen({}, { concurrency: 1 })).rejects.toThrow("noeviction");
  } finally {
    await admin.config("SET", "maxmemory-policy", "noeviction");
    admin.disconnect();
    await link.close();
  }
});

async function tryLink(link: DoorbellLink): Promise<void> {
  const mark = `run_${process.pid}`;
  link.doorbell.run({ runId: `${mark}_low`, priority: 4, delayMs: 0 });
  link.doorbell.run({ runId: `${mark}_high`, priority: 0, delayMs: 0 });
  link.doorbell.run({ runId: `${mark}_high`, priority: 0, delayMs: 0 });
  const rung = performance.now();
  link.doorbell.run({ runId: `${mark}_later`, priority: 0, delayMs: DELAY_MS });
  await expect.poll(() => link.depth()).toBe(3);
  const heard = { runs: [] as string[], waitedMs: 0, controls: [] as string[], events: 0, positions: 0 };
  const listening = await link.listen(
    {
      async run(runId) {
        heard.runs.push(runId);
        if (runId === `${mark}_later`) heard.waitedMs = performance.now() - rung;
      },
      control: (runIds) => void heard.controls.push(...runIds),
      events: () => void (heard.events += 1),
      positions: () => void (heard.positions += 1),
    },
    { concurrency: 1 },
  );
  await expect.poll(() => heard.runs.length).toBe(3);
  // Whether the late one is due before listening has begun depends on the machine; that it never comes too early does not.
  expect(heard.runs.filter((runId) => runId !== `${mark}_later`)).toEqual([`${mark}_high`, `${mark}_low`]);
  expect(heard.waitedMs).toBeGreaterThan(DELAY_MS - CLOCK_STEP_MS);
  link.doorbell.control({ runIds: ["run_1", "run_2"] });
  const before = heard.events;
  link.doorbell.events();
  await expect.poll(() => heard.controls).toEqual(["run_1", "run_2"]);
  await expect.poll(() => heard.events).toBeGreaterThan(before);
  const positionsBefore = heard.positions;
  link.positions();
  await expect.poll(() => heard.positions).toBeGreaterThan(positionsBefore);
  link.doorbell.run({ runId: `${mark}_high`, priority: 0, delayMs: 0 });
  await expect.poll(() => heard.runs.length).toBe(4);
  await listening.stop();
  await link.close();
  expect(problems).toEqual([]);
}
