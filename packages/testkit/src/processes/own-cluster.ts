import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EmbeddedPostgres } from "@cadre/standalone/postgres";
import { createTemplate } from "../template-database.ts";

/** A database server of a test's own, which it may end as it likes. */
export type OwnCluster = {
  /** A migrated database; its address stays the same over restarts. */
  readonly url: string;
  /** What `pg_ctl restart -m immediate` does: every connection breaks, the server recovers from its log. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** A machine that only loses its processes loses nothing that was committed, even without waiting for the disk. */
const SETTINGS = { fsync: "off", max_connections: "150" };
const DATABASE = "cadre_crash";

export async function openOwnCluster(): Promise<OwnCluster> {
  // Loaded here, so that tests without a server of their own do not load one.
  const { startEmbeddedPostgres } = await import("@cadre/standalone/postgres");
  const home = mkdtempSync(path.join(tmpdir(), "cadre-cluster-"));
  chmodSync(home, 0o711);
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ home, settings: SETTINGS, initdbFlags: ["--no-sync"] });
  let server = await start();
  await createTemplate(server.adminUrl, DATABASE);
  const url = new URL(server.adminUrl);
  url.pathname = `/${DATABASE}`;
  return {
    url: url.href,
    async restart() {
      const before = server.port;
      process.kill(Number.parseInt(readFileSync(path.join(server.folder, "postmaster.pid"), "utf8"), 10), "SIGQUIT");
      await server.ended;
      server = await start();
      if (server.port !== before) throw new Error(`The server came back on port ${server.port} instead of ${before}.`);
    },
    async close() {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
