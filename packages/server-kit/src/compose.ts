import path from "node:path";
import { type Database, openDatabase } from "@cadre/database";
import { createBlobStore, createFileSecretBox, type EngineDeps } from "@cadre/engine";
import { systemIds, systemNow } from "@cadre/shared";
import type { DoorbellLink } from "./doorbells/doorbell-link.ts";
import { createPostgresDoorbell } from "./doorbells/postgres-doorbell.ts";
import { createRedisDoorbell } from "./doorbells/redis-doorbell.ts";
import type { Logger } from "./logging.ts";

export type ComposeOptions = {
  readonly name: string;
  readonly databaseUrl: string;
  readonly maxConnections: number;
  readonly redisUrl: string | undefined;
  readonly home: string;
  /** What stored keys are encrypted with; the home's own file when absent. */
  readonly secretKey?: string | undefined;
  /** See `EngineDeps.privateHosts`; none when absent. */
  readonly privateHosts?: readonly string[];
  readonly log: Logger;
};

/** What every server is made of: the engine's dependencies and the link that carries hints. */
export type Composition = {
  readonly deps: EngineDeps;
  readonly database: Database;
  readonly link: DoorbellLink;
  close(): Promise<void>;
};

/** The composition root shared by the servers. */
export function compose(options: ComposeOptions): Composition {
  const { log } = options;
  const database: Database = openDatabase({
    url: options.databaseUrl,
    applicationName: `cadre-${options.name}`,
    newId: systemIds,
    maxConnections: options.maxConnections,
    onIdleError: (error) => log.warn({ err: error }, "An idle database connection broke and is replaced."),
    onEvents: () => link.doorbell.events(),
  });
  const onProblem = (error: Error, where: string): void =>
    log.warn({ err: error, where }, "A hint was lost or a connection broke; the reconciler makes up for it.");
  const link: DoorbellLink =
    options.redisUrl === undefined
      ? createPostgresDoorbell(options.databaseUrl, database.pool, { onProblem })
      : createRedisDoorbell(options.redisUrl, { onProblem });
  const deps: EngineDeps = {
    database,
    now: systemNow,
    newId: systemIds,
    doorbell: link.doorbell,
    blobs: createBlobStore(path.join(options.home, "blobs")),
    secrets: createFileSecretBox(path.join(options.home, "secret.key"), options.secretKey),
    privateHosts: options.privateHosts ?? [],
    dataFolder: path.join(options.home, "data"),
  };
  return {
    deps,
    database,
    link,
    async close() {
      await link.close();
      await database.close();
    },
  };
}
