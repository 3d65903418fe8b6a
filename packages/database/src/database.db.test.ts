import { eventually, openTestDatabase } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "./database.ts";

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  const own = await openTestDatabase();
  database = openDatabase({ url: own.url, applicationName: "units", newId: (kind) => `${kind}_1` });
  close = async () => {
    await database.close();
    await own.close();
  };
  await database.query("create table notes (id int primary key, text text not null)");
});
afterAll(() => close());

function notes(): Promise<{ id: number }[]> {
  return database.query("select id from notes order by id");
}

test("a unit writes everything or nothing, and answers after its commit", async () => {
  await database.unit("org", async (unit) => {
    await unit.query("insert into notes values (1, 'kept')");
  });
  const failed = database.unit("org", async (unit) => {
    await unit.query("insert into notes values (2, 'lost')");
    throw new Error("changed its mind");
  });
  await expect(failed).rejects.toThrow("changed its mind");
  expect(await notes()).toEqual([{ id: 1 }]);
});

test("a unit whose first statement fails writes nothing after it either", async () => {
  const failed = database.unit("org", async (unit) => {
    const first = unit.query("insert into notes values (1, 'double')");
    const second = unit.query("insert into notes values (3, 'sent behind it')");
    await Promise.all([first, second]);
  });
  await expect(failed).rejects.toMatchObject({ code: "23505" });
  expect(await notes()).toEqual([{ id: 1 }]);
});

test("what is only sent goes out with its commit, and fails the unit when it fails", async () => {
  const sending = (id: number) =>
    database.unit("org", async (unit) => {
      unit.send("insert into notes values ($1, 'sent')", [id]);
      unit.send("delete from notes where id = $1", [id + 1]);
    });
  await sending(20);
  expect(await notes()).toEqual([{ id: 1 }, { id: 20 }]);
  await expect(sending(20)).rejects.toMatchObject({ code: "23505" });
  await database.unit("org", (unit) => unit.query("delete from notes where id = 20"));
  await expect(
    database.unit("org", async (unit) => {
      unit.send("insert into notes values ($1, 'not kept')", [21]);
      throw new Error("changed its mind");
    }),
  ).rejects.toThrow("changed its mind");
  expect(await notes()).toEqual([{ id: 1 }]);
});

test("a failure that was caught inside a unit is no success of the unit", async () => {
  const swallowing = database.unit("org", async (unit) => {
    await unit.query("insert into notes values (4, 'rolled back')");
    await unit.query("insert into notes values (4, 'double')").catch(() => undefined);
    return "all is well";
  });
  await expect(swallowing).rejects.toThrow(/Nothing was written/);
  expect(await notes()).toEqual([{ id: 1 }]);
});

test("an event that cannot be written takes the unit with it", async () => {
  const failed = database.unit("org", async (unit) => {
    await unit.query("insert into notes values (5, 'with its events')");
    for (let count = 0; count < 2; count += 1) {
      unit.emit({ type: "a.b", entity: { kind: "a", id: "1" }, payload: {}, actor: { kind: "system", id: "s" } });
    }
  });
  // Both events got the same id.
  await expect(failed).rejects.toMatchObject({ code: "23505" });
  expect(await notes()).toEqual([{ id: 1 }]);
});

test("a connection that dies between two statements fails its unit and nothing else", async () => {
  const failed = database.unit("org", async (unit) => {
    const [own] = await unit.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = own?.pid ?? 0;
    await database.query("select pg_terminate_backend($1)", [pid]);
    await eventually(async () => {
      const alive = await database.query("select 1 from pg_stat_activity where pid = $1", [pid]);
      return alive.length === 0 ? true : undefined;
    }, "end of the connection");
    await unit.query("insert into notes values (6, 'never')");
  });
  await expect(failed).rejects.toThrow();
  await database.unit("org", (unit) => unit.query("insert into notes values (7, 'another connection')"));
  expect(await notes()).toEqual([{ id: 1 }, { id: 7 }]);
});

test("a statement with a filter that may be absent is planned with its values, any other once, inside units and outside", async () => {
  const modeOf = (filter: string) => `select current_setting('plan_cache_mode') as mode, 1 as id where ${filter}`;
  const optional = modeOf("$1::text is null or $1 = 'x'");
  const plain = modeOf("$1::text is null");
  const modes = async (query: Database["query"]) => [await query(optional, [null]), await query(plain, [null])].flat();
  const expected = [
    { mode: "force_custom_plan", id: 1 },
    { mode: "force_generic_plan", id: 1 },
  ];
  expect(await modes(database.query)).toEqual(expected);
  expect(await database.unit("org", (unit) => modes((text, values) => unit.query(text, values)))).toEqual(expected);
  await expect(database.query(optional.replace("'x'", "no_column"), ["x"])).rejects.toMatchObject({ code: "42703" });
  expect(await modes(database.query)).toEqual(expected);
});
