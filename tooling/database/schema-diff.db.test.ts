import { openTestDatabase, type TestDatabase } from "@cadre/testkit";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { schemaDiff } from "./schema-diff.ts";
import { readSchemaFiles } from "./schema-files.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase();
});

afterEach(() => database.close());

/** Changes the database behind the schema's back. */
async function change(sql: string): Promise<void> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

test("the migrations make what prisma/schema says", async () => {
  expect(await schemaDiff(database.url, readSchemaFiles())).toBe("");
});

test("a table, column, type, default, null, key or index that only the database has is drift", async () => {
  await change(`
    create table leftovers (id text primary key);
    alter table tasks add column mood text, alter column number type bigint;
    alter table outbox alter column v set default 2;
    alter table teams alter column name drop not null;
    alter table agents drop constraint agents_organization_id_team_id_fkey;
    drop index runs_queued;
    create index runs_queued on runs (agent_id, lane, priority, queued_at) where status = 'waiting';
  `);
  const sql = await schemaDiff(database.url, readSchemaFiles());
  expect(sql).toContain('DROP TABLE "leftovers"');
  expect(sql).toContain('DROP COLUMN "mood"');
  expect(sql).toContain('"number" SET DATA TYPE INTEGER');
  expect(sql).toContain('"v" SET DEFAULT 1');
  expect(sql).toContain('"name" SET NOT NULL');
  expect(sql).toContain('ADD CONSTRAINT "agents_organization_id_team_id_fkey"');
  expect(sql).toMatch(/CREATE INDEX "runs_queued" .* WHERE \(status = 'queued'::text\)/);
});

test("what only the schema files have is the next migration", async () => {
  const schema = readSchemaFiles().map(({ path, content }) => ({
    path,
    content: content.replace("model Team {", 'model Team {\n  motto String @default("")'),
  }));
  expect(await schemaDiff(database.url, schema)).toContain('ALTER TABLE "teams" ADD COLUMN     "motto" TEXT');
});

test("what Prisma has no words for is no drift", async () => {
  await change(`
    drop view task_next_movers;
    drop trigger runs_move on runs;
    drop function cadre_claim_runs;
    drop index people_email;
    create index people_names on people (upper(name));
    alter table runs drop constraint runs_kind_check;
  `);
  expect(await schemaDiff(database.url, readSchemaFiles())).toBe("");
});

test("a mistake in a schema file is named with its place", async () => {
  const schema = [
    ...readSchemaFiles(),
    { path: "prisma/schema/wrong.prisma", content: "model Wrong {\n  id Nowhere\n}\n" },
  ];
  await expect(schemaDiff(database.url, schema)).rejects.toThrow(/Nowhere[\s\S]*prisma\/schema\/wrong\.prisma:2/);
});
