import { eventually, openTestDatabase } from "@cadre/testkit";
import type pg from "pg";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { type Connections, createConnections, onConnection } from "./connections.ts";
import { createPool } from "./pool.ts";

const MAX = 4;

const own = await openTestDatabase();
afterAll(() => own.close());

let pool: pg.Pool;
let connections: Connections;
const idleErrors: Error[] = [];
beforeEach(() => {
  pool = createPool({
    url: own.url,
    max: MAX,
    applicationName: "kept",
    onIdleError: (error) => idleErrors.push(error),
  });
  connections = createConnections(pool);
});
afterEach(async () => {
  connections.close();
  await pool.end();
});

const pidOf = (client: pg.ClientBase): Promise<number> =>
  client.query<{ pid: number }>("select pg_backend_pid() as pid").then(({ rows }) => rows[0]?.pid ?? 0);
const ask = (): Promise<number> => onConnection(connections, pidOf);

test("who asks next goes on with the connection at once; left alone it goes back to the pool", async () => {
  const pid = await ask();
  const taken = connections.take();
  expect(taken).not.toBeInstanceOf(Promise);
  expect(await pidOf(await taken)).toBe(pid);
  connections.giveBack(await taken);
  expect(await ask()).toBe(pid);
  expect(pool.idleCount).toBe(0);
  await eventually(() => (pool.idleCount === 1 ? true : undefined), "the connection back in the pool");
});

test("more work than connections is done all the same, and half of the pool is left to others", async () => {
  const pids = await Promise.all(Array.from({ length: 5 * MAX }, ask));
  expect(new Set(pids).size).toBeLessThanOrEqual(MAX);
  const others = await Promise.all(Array.from({ length: MAX / 2 }, () => pool.connect()));
  for (const client of others) client.release();
});

test("a connection that dies while it is kept is told of and replaced", async () => {
  const pid = await ask();
  const killer = await pool.connect();
  await killer.query("select pg_terminate_backend($1)", [pid]);
  killer.release();
  await eventually(() => (idleErrors.length > 0 ? true : undefined), "the loss of an idle connection");
  expect(await ask()).not.toBe(pid);
});

test("a statement that fails does not cost the connection, a connection that is lost is not given back", async () => {
  const failing = (text: string): Promise<unknown> => onConnection(connections, (client) => client.query(text));
  const pid = await ask();
  await expect(failing("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
  expect(await ask()).toBe(pid);
  await expect(failing("select pg_terminate_backend(pg_backend_pid())")).rejects.toThrow();
  expect(await ask()).not.toBe(pid);
});
