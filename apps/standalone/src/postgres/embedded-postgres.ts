import { setTimeout as pause } from "node:timers/promises";
import { isFault, SUPERVISOR_LIMITS } from "@cadre/shared";
import pg from "pg";
import { makeHome } from "../home/stored-file.ts";
import { type PostgresBinaries, postgresBinaries } from "./binaries.ts";
import { ensureCluster, SUPERUSER } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { stopLeftPostmaster } from "./postmaster.ts";
import { openRecord, type PostgresRecord, readRecord, refuseLostDatabase, saveRecord } from "./record.ts";
import { type ServerAccount, serverAccount } from "./server-account.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { SYSTEM_FOLDER } from "./system-folder.ts";

export { freePort } from "./free-port.ts";

export type EmbeddedPostgresOptions = {
  /** The home folder; made when missing. The caller holds its lock. */
  readonly home: string;
  /** Where the database lies when its account may not enter the home; `/var/lib/cadre` unless set. */
  readonly systemFolder?: string | undefined;
  /** One line for a person about something unusual that was done. */
  readonly note?: (line: string) => void;
  /** Every line of the server's log. */
  readonly log?: (line: string) => void;
  /** Server settings beside the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Further flags for making the database. */
  readonly initdbFlags?: readonly string[];
};

export type EmbeddedPostgres = {
  /** Connection string of the product's database. */
  readonly url: string;
  /** Connection string of the maintenance database, for making and dropping databases. */
  readonly adminUrl: string;
  readonly port: number;
  readonly folder: string;
  /** Settles when the server ends, by `stop` or by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

const DATABASE = "cadre";

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  max_connections: String(SUPERVISOR_LIMITS.postgresMaxConnections),
  timezone: "UTC",
  log_timezone: "UTC",
};

/** What a socket's path may be long, on the strictest system, less the name of the socket in its folder. */
const SOCKET_FOLDER_BYTES = 103 - "/.s.PGSQL.65535".length;

/**
 * The folder of the server's socket: half the way of the loopback, and nobody else's to enter. Undefined where its path cannot be one:
 * too long, or not a single item of a Postgres list.
 */
function socketFolder(folder: string): string | undefined {
  if (process.platform === "win32" || /[",\n]/.test(folder)) return undefined;
  return Buffer.byteLength(folder) <= SOCKET_FOLDER_BYTES ? folder : undefined;
}

type Launch = {
  readonly options: EmbeddedPostgresOptions;
  readonly record: PostgresRecord;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
};

/**
 * Starts the home's own Postgres on the loopback, making it at the first start, and answers its connection strings.
 * A server left by a killed supervisor is stopped first; a foreign version, a damaged home or a full disk is a `Fault`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { home, note = () => undefined, systemFolder = SYSTEM_FOLDER } = options;
  makeHome(home);
  const account = serverAccount();
  const binaries = postgresBinaries({ account, systemFolder, note });
  const record = openRecord({ home, systemFolder, account, note }, await freePort());
  await stopLeftPostmaster(record.folder, note);
  refuseLostDatabase(home, record);
  const { folder, password } = record;
  ensureCluster({ folder, password, binaries, account, flags: options.initdbFlags ?? [], note });
  const { server, port } = await launch({ options, record, binaries, account });
  const at = { port, password, socket: socketFolder(folder) };
  const adminUrl = connectionString({ ...at, database: "postgres" });
  await ensureDatabase(adminUrl);
  return {
    url: connectionString({ ...at, database: DATABASE }),
    adminUrl,
    port,
    folder,
    ended: server.ended,
    stop: server.stop,
  };
}

/** Where the home's own database answers while Cadre runs there; undefined when the home has none yet. */
export function homeDatabaseUrl(home: string): string | undefined {
  const record = readRecord(home);
  if (record === undefined) return undefined;
  const { port, password, folder } = record;
  return connectionString({ port, password, socket: socketFolder(folder), database: DATABASE });
}

/** A port taken in the last moment means another port; a server that is still going away means another try. */
async function launch({
  options,
  record,
  binaries,
  account,
}: Launch): Promise<{ server: ServerProcess; port: number }> {
  const socket = socketFolder(record.folder);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(record.port);
    try {
      const server = await startServer({
        program: binaries.postgres,
        folder: record.folder,
        port,
        settings: {
          ...SETTINGS,
          unix_socket_directories: socket === undefined ? "" : `"${socket}"`,
          ...options.settings,
        },
        account,
        log: options.log ?? (() => undefined),
      });
      if (port !== record.port || !record.made) saveRecord(options.home, { ...record, port, made: true });
      return { server, port };
    } catch (error) {
      const passing = isFault(error, "postgres.port-taken") || isFault(error, "postgres.still-running");
      if (!passing || attempt === SUPERVISOR_LIMITS.postgresStartAttempts) throw error;
      await pause(SUPERVISOR_LIMITS.postgresRetryMs * attempt);
    }
  }
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function connectionString(at: {
  readonly port: number;
  readonly password: string;
  readonly socket: string | undefined;
  readonly database: string;
}): string {
  const url = `postgresql://${SUPERUSER}:${at.password}@127.0.0.1:${at.port}/${at.database}`;
  return at.socket === undefined ? url : `${url}?host=${encodeURIComponent(at.socket)}`;
}
