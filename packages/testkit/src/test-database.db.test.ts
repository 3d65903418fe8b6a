import pg from "pg";
import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

test("two test files at once get databases of their own, in UTF-8 with code point order", async () => {
  const [one, two] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  await query(one.url, "create table only_here (word text)");
  const there = await query(two.url, "select to_regclass('only_here') as found");
  const order = await query(
    one.url,
    "select string_agg(w, '' order by w) as sorted from unnest(array['b','ä','B','a']) w",
  );
  const encoding = await query(one.url, "select current_setting('server_encoding') as name");
  expect(there.rows).toEqual([{ found: null }]);
  expect(order.rows).toEqual([{ sorted: "Babä" }]);
  expect(encoding.rows).toEqual([{ name: "UTF8" }]);
  await Promise.all([one.close(), two.close()]);
});

test("a closed test database is gone even if a client is still connected", async () => {
  const database = await openTestDatabase();
  const client = new pg.Client(database.url);
  client.on("error", () => undefined);
  await client.connect();
  await database.close();
  await expect(query(database.url, "select 1")).rejects.toThrow(/does not exist/);
});
