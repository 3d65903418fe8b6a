import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { createPool } from "@cadre/database";
import { eventually, openTestDatabase } from "@cadre/testkit";
import { afterAll, expect, test } from "vitest";
import { listenOnPostgres } from "./postgres-listener.ts";

const testDatabase = await openTestDatabase();
const pool = createPool({ url: testDatabase.url, max: 1, applicationName: "watcher", onIdleError: () => undefined });
afterAll(async () => {
  await pool.end();
  await testDatabase.close();
});

/** A way to the database on which a connection is held until it is let through. */
async function openWay() {
  const to = new URL(testDatabase.url);
  const held: Socket[] = [];
  const through: Socket[] = [];
  let isOpen = true;
  const letThrough = (client: Socket): void => {
    const upstream = connect(Number(to.port), "127.0.0.1");
    for (const end of [client, upstream]) end.on("error", () => end.destroy());
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
    through.push(client);
  };
  const server = createServer((client) => (isOpen ? letThrough(client) : void held.push(client)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(testDatabase.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url.searchParams.delete("host");
  return {
    url: url.href,
    held,
    cut() {
      isOpen = false;
      for (const client of through.splice(0)) client.destroy();
    },
    mend() {
      isOpen = true;
      for (const client of held.splice(0)) letThrough(client);
    },
    /** Connections that were let through and are still there. */
    open: () => through.filter((client) => !client.destroyed).length,
    close: () => server.close(),
  };
}

const listeners = async (): Promise<number> => {
  const { rows } = await pool.query(
    "select 1 from pg_stat_activity where application_name = 'cadre-listen' and datname = current_database()",
  );
  return rows.length;
};

test("a break is come back from, and everything is looked at once; an end in the middle of it leaves no connection", async () => {
  const way = await openWay();
  let looks = 0;
  const problems: string[] = [];
  const listener = await listenOnPostgres(way.url, { test_channel: () => void (looks += 1) }, (error) =>
    problems.push(error.message),
  );
  expect([looks, await listeners()]).toEqual([1, 1]);
  way.cut();
  await eventually(() => way.held.length > 0 || undefined, "try to come back");
  way.mend();
  await expect.poll(() => looks).toBe(2);

  way.cut();
  await eventually(() => way.held.length > 0 || undefined, "second try to come back");
  const stopped = listener.stop();
  way.mend();
  await stopped;
  await expect.poll(way.open).toBe(0);
  await expect.poll(listeners).toBe(0);
  expect(looks).toBe(2);
  expect(problems.length).toBeGreaterThan(0);
  way.close();
});
