import { fileURLToPath } from "node:url";
import { migrate } from "@cadre/database";
import pg from "pg";

const MIGRATIONS = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));

/** One copy at a time: Postgres refuses to copy a template that another copy is reading. */
const COPY_LOCK = 7_340_021;

/** Makes the database that tests clone and brings it to the newest migration. */
export async function createTemplate(adminUrl: string, name: string): Promise<void> {
  await onServer(adminUrl, (client) => client.query(`create database ${name}`));
  await migrate({ url: databaseUrl(adminUrl, name), folder: MIGRATIONS });
}

/** Clones a database. Copying files is the fastest way for a small one on a server without durability. */
export async function cloneDatabase(adminUrl: string, names: { template: string; copy: string }): Promise<string> {
  await onServer(adminUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [COPY_LOCK]);
    await client.query(`create database ${names.copy} template ${names.template} strategy file_copy`);
  });
  return databaseUrl(adminUrl, names.copy);
}

/** Drops a database and ends whatever is still connected to it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await onServer(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(adminUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
