import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@cadre/shared";
import pg from "pg";

/** Any constant: it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 4_600_001;

export type MigrationStep = { readonly name: string; readonly index: number; readonly total: number };

export type MigrateOptions = {
  readonly url: string;
  /** The folder with one sub-folder per migration, each holding `migration.sql`. */
  readonly folder: string;
  readonly onStep?: (step: MigrationStep) => void;
};

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

/**
 * Brings a database to the newest schema: one transaction per file, one migrator at a time, in the folder form and
 * `_prisma_migrations` table of Prisma, so that its own tools read the same history. Returns the names applied.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  const client = new pg.Client({ connectionString: options.url, application_name: "cadre-migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(HISTORY_TABLE);
    const pending = await pendingMigrations(client, migrations);
    for (const [index, migration] of pending.entries()) {
      options.onStep?.({ name: migration.name, index: index + 1, total: pending.length });
      await applyMigration(client, migration);
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** Names of migrations that a database still lacks; throws if one it has was changed since. */
export async function missingMigrations(options: Pick<MigrateOptions, "url" | "folder">): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.url, application_name: "cadre-migrate" });
  await client.connect();
  try {
    await client.query(HISTORY_TABLE);
    const pending = await pendingMigrations(client, await readMigrations(options.folder));
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

const HISTORY_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0)`;

async function readMigrations(folder: string): Promise<Migration[]> {
  const found = await readdir(folder, { withFileTypes: true });
  const names = found
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function pendingMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    "select migration_name, checksum from _prisma_migrations where rolled_back_at is null and finished_at is not null",
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  for (const name of applied.keys()) {
    if (migrations.some((migration) => migration.name === name)) continue;
    throw new Fault("conflict", "database.newer", {
      message: `This database was migrated by a newer Cadre (${name} is unknown here). Start that version, or restore a backup.`,
    });
  }
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === undefined || checksum === migration.checksum) continue;
    throw new Fault("conflict", "database.migration-edited", {
      message: `Migration ${migration.name} was changed after it ran. Put the file back; make a new migration instead.`,
    });
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Error(`Migration ${migration.name} failed and was rolled back; the database is as before.`, { cause });
  }
}
