import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@cadre/database";
import { startEmbeddedPostgres } from "@cadre/standalone/postgres";

const MIGRATIONS = join(import.meta.dirname, "../../prisma/migrations");

/** Runs `work` on a database that our own runner has just migrated, and that is gone afterwards. */
export async function withThrowAwayDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "cadre-schema-"));
  try {
    // The account that Postgres runs under must be able to enter it.
    chmodSync(home, 0o711);
    const server = await startEmbeddedPostgres({ home, settings: { fsync: "off" }, initdbFlags: ["--no-sync"] });
    try {
      await migrate({ url: server.url, folder: MIGRATIONS });
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
