import { openTestDatabase } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { rowsStatement } from "./rows-statement.ts";

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  const own = await openTestDatabase();
  database = openDatabase({ url: own.url, applicationName: "writes", newId: (kind) => `${kind}_1` });
  close = async () => {
    await database.close();
    await own.close();
  };
  await database.query("create table marks (id int primary key, by_transaction text not null)");
});
afterAll(() => close());
beforeEach(() => database.query("delete from marks"));

const BODY = "marked as (insert into marks select id, pg_current_xact_id()::text from asked) select nth, id from asked";
const INSERT = rowsStatement({ id: "int" }, BODY);
/** Another kind, so that a commit has several statements. */
const INSERT_ODD = rowsStatement({ id: "int" }, BODY);
const INSERT_BRIEFLY = rowsStatement({ id: "int" }, BODY, { patienceMs: 50 });
const insert = (id: number): Promise<{ id: number }[]> =>
  database.write(String(id), id % 2 === 0 ? INSERT : INSERT_ODD, { id });
const transactions = async (): Promise<number> =>
  (await database.query("select distinct by_transaction from marks")).length;

test("writes that come together share commits, and each gets its own rows", async () => {
  const ids = Array.from({ length: 40 }, (_, nth) => nth);
  const rows = await Promise.all(ids.toReversed().map(insert));
  expect(rows.flat().map(({ id }) => id)).toEqual(ids.toReversed());
  // Two go at once; the others wait for them.
  expect(await transactions()).toBeLessThanOrEqual(4);
});

test("a write that fails fails alone: those beside it are written", async () => {
  await insert(7);
  const settled = await Promise.allSettled([1, 2, 3, 7, 5, 6].map(insert));
  expect(settled.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(settled[3]).toMatchObject({ reason: { code: "23505" } });
  expect(await database.query("select id from marks order by id")).toEqual([1, 2, 3, 5, 6, 7].map((id) => ({ id })));
});

test("one that waits for a lock longer than its patience goes on waiting by itself, and holds up nobody", async () => {
  const holder = await database.pool.connect();
  await holder.query("begin");
  await holder.query("insert into marks values (1, 'held')");
  const write = (id: number) => database.write(String(id), INSERT_BRIEFLY, { id });
  const held = write(1);
  expect(await Promise.all([2, 3, 4].map(write))).toMatchObject([[{ id: 2 }], [{ id: 3 }], [{ id: 4 }]]);
  await holder.query("rollback");
  holder.release();
  expect(await held).toMatchObject([{ id: 1 }]);
  expect(await database.query("select id from marks order by id")).toEqual([1, 2, 3, 4].map((id) => ({ id })));
  // It was for that statement only.
  expect(await database.query("show lock_timeout")).toEqual([{ lockTimeout: "0" }]);
});

test("connections that break under writes fail those writes only; a write is there or its caller knows", async () => {
  const settled = await Promise.allSettled([
    ...Array.from({ length: 60 }, (_, nth) => insert(nth)),
    database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'writes' and pid <> pg_backend_pid()",
    ),
  ]);
  const written = new Set((await database.query<{ id: number }>("select id from marks")).map(({ id }) => id));
  const unheard = settled
    .slice(0, 60)
    .flatMap(({ status }, nth) => (status === "fulfilled" && !written.has(nth) ? [nth] : []));
  expect(unheard).toEqual([]);
  expect(await insert(100)).toMatchObject([{ id: 100 }]);
});
