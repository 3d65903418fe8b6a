import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@cadre/database";
import { startEmbeddedPostgres } from "@cadre/standalone/postgres";
import pg from "pg";

const MIGRATIONS = join(import.meta.dirname, "../../../prisma/migrations");
const TEMPLATE = "cadre_bench_template";

export type BenchPostgres = {
  /** The server's maintenance database. */
  readonly adminUrl: string;
  /** A new database with the product's tables and nothing in them. */
  database(): Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts the product's own Postgres on a throw-away home. Commits are synchronous, as in the product: what is measured is made of
 * them. Only making the cluster skips the disk.
 */
export async function startPostgres(): Promise<BenchPostgres> {
  const home = mkdtempSync(join(tmpdir(), "cadre-bench-"));
  chmodSync(home, 0o711);
  const server = await startEmbeddedPostgres({ home, initdbFlags: ["--no-sync"] });
  await onServer(server.adminUrl, `create database ${TEMPLATE}`);
  await migrate({ url: urlOf(server.adminUrl, TEMPLATE), folder: MIGRATIONS });
  let copies = 0;
  return {
    adminUrl: server.adminUrl,
    async database() {
      const name = `cadre_bench_${(copies += 1)}`;
      await onServer(server.adminUrl, `create database ${name} template ${TEMPLATE}`);
      return urlOf(server.adminUrl, name);
    },
    async stop() {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
