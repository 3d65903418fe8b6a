import { once } from "node:events";
import { createPool } from "@cadre/database";
import { openTestDatabase } from "@cadre/testkit";
import { afterAll, expect, test } from "vitest";
import { whileLeader } from "./leader.ts";

const testDatabase = await openTestDatabase();
const pool = createPool({
  url: testDatabase.url,
  max: 2,
  applicationName: "leader-test",
  onIdleError: () => undefined,
});
afterAll(async () => {
  await pool.end();
  await testDatabase.close();
});

test("one of two leads; when its connection is cut the other takes over, and never both at once", async () => {
  const stopping = new AbortController();
  const leading = new Set<string>();
  let most = 0;
  const terms: string[] = [];
  const candidate = (name: string): Promise<void> =>
    whileLeader(
      { url: testDatabase.url, lock: 77, name, signal: stopping.signal },
      async (leads) => {
        leading.add(name);
        terms.push(name);
        most = Math.max(most, leading.size);
        await once(leads, "abort");
        leading.delete(name);
      },
      () => undefined,
    );
  const both = [candidate("one"), candidate("two")];
  await expect.poll(() => terms.length).toBe(1);
  await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
    `cadre-${terms[0] ?? ""}`,
  ]);
  await expect.poll(() => terms.length).toBe(2);
  expect(most).toBe(1);
  stopping.abort();
  await Promise.all(both);
  expect(leading.size).toBe(0);
});
