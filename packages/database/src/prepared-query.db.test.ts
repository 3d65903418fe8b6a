import { openTestDatabase } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { sqlStateOf } from "./lost-connection.ts";

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  const own = await openTestDatabase();
  database = openDatabase({
    url: own.url,
    applicationName: "queries",
    maxConnections: 1,
    newId: (kind) => `${kind}_1`,
  });
  close = async () => {
    await database.close();
    await own.close();
  };
  await database.query("create table shelf (book_id bigint primary key, title_of_book text, seen_at timestamptz)");
});
afterAll(() => close());

const VALUES = `select $1::bigint as a_number, $2::text as a_text, $3::timestamptz as a_time, $4::text[] as some_texts,
  $5::boolean as is_so, $6::jsonb as an_object, $7::bytea as some_bytes, null::text as nothing`;

test("rows are read the same way when their columns were asked for and when they are known", async () => {
  const moment = new Date("2026-02-03T04:05:06.789Z");
  const values = [
    2 ** 53 - 1,
    "ä\u2028\ud83d\ude00",
    moment,
    ["a", "", 'b"c'],
    true,
    '{"k":[1]}',
    Buffer.from([0, 255]),
  ];
  const expected = {
    aNumber: 2 ** 53 - 1,
    aText: "ä\u2028\ud83d\ude00",
    aTime: moment,
    someTexts: ["a", "", 'b"c'],
    isSo: true,
    anObject: { k: [1] },
    someBytes: Buffer.from([0, 255]),
    nothing: null,
  };
  // The first time the columns are asked for.
  for (let time = 1; time <= 3; time += 1) expect(await database.query(VALUES, values)).toEqual([expected]);
});

test("statements sent one behind the other each get their own rows, known or not", async () => {
  const SERIES = "select n as nth_one from generate_series(1, $1::int) as n";
  const COUNT = "select count(*) as how_many from generate_series(1, $1::int)";
  for (let time = 1; time <= 2; time += 1) {
    await database.unit("org", async (unit) => {
      const answers = await Promise.all([3, 0, 2].flatMap((n) => [unit.query(SERIES, [n]), unit.query(COUNT, [n])]));
      expect(answers).toEqual([
        [{ nthOne: 1 }, { nthOne: 2 }, { nthOne: 3 }],
        [{ howMany: 3 }],
        [],
        [{ howMany: 0 }],
        [{ nthOne: 1 }, { nthOne: 2 }],
        [{ howMany: 2 }],
      ]);
    });
  }
});

test("a statement that returns nothing answers no rows, the first time and later", async () => {
  const INSERT = "insert into shelf values ($1, $2, null)";
  expect(await database.query(INSERT, [1, "one"])).toEqual([]);
  expect(await database.query(INSERT, [2, "two"])).toEqual([]);
});

test("a refused statement tells what Postgres said and who asked, and the next one works", async () => {
  const BY_ZERO = "select 1 / $1::int as quotient";
  const askForQuotient = (by: number): Promise<unknown> => database.query(BY_ZERO, [by]);
  for (let time = 1; time <= 2; time += 1) {
    const refused = await askForQuotient(0).catch((error: unknown) => error);
    expect(sqlStateOf(refused)).toBe("22012");
    expect(String(refused)).toContain("division by zero");
    expect(refused instanceof Error ? refused.stack : "").toContain("statement.ts");
    expect(await askForQuotient(1)).toEqual([{ quotient: 1 }]);
  }
});

test("a statement whose columns have changed since is refused, never misread", async () => {
  const ALL = "select * from shelf where book_id = 1";
  expect(await database.query(ALL)).toEqual([{ bookId: 1, titleOfBook: "one", seenAt: null }]);
  await database.query("alter table shelf add column shelf_mark text");
  const refused = await database.query(ALL).catch((error: unknown) => error);
  expect(String(refused)).toContain("cached plan must not change result type");
});

test("each text keeps its answer when thousands of different rows are read at once", async () => {
  const ONE = "select $1::int as a, $2::text as b";
  const rows = await Promise.all(Array.from({ length: 2_000 }, (_, n) => database.query(ONE, [n, `t${n}`])));
  expect(rows.flat()).toEqual(Array.from({ length: 2_000 }, (_, n) => ({ a: n, b: `t${n}` })));
});
