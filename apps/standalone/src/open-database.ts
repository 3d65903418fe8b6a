import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { migrate } from "@cadre/database";
import { ROOT, type StandaloneEnv } from "./env.ts";
import { keepPostgres } from "./postgres/keep-postgres.ts";

export type OpenDatabase = {
  /** The connection string now; a server that was started again may have another port. */
  url(): string;
  stop(): Promise<void>;
};

export type DatabaseHooks = {
  readonly note: (line: string) => void;
  readonly onMoved: () => void;
  readonly onLost: (reason: unknown) => void;
};

/** Opens the database of `DATABASE_URL`, or the home's own one, and brings it to the newest migration. */
export async function openDatabase(env: StandaloneEnv, hooks: DatabaseHooks): Promise<OpenDatabase> {
  const database = env.databaseUrl === undefined ? await openOwn(env, hooks) : external(env.databaseUrl);
  try {
    await migrate({
      url: database.url(),
      folder: join(ROOT, "prisma/migrations"),
      onStep: (step) => hooks.note(`Migrating the database (${step.index} of ${step.total}): ${step.name}`),
    });
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

function external(url: string): OpenDatabase {
  return { url: () => url, stop: async () => undefined };
}

async function openOwn(env: StandaloneEnv, { note, onMoved, onLost }: DatabaseHooks): Promise<OpenDatabase> {
  const file = createWriteStream(join(env.home, "postgres.log"), { flags: "w", mode: 0o600 });
  const options = {
    home: env.home,
    systemFolder: env.systemFolder,
    note,
    log: (line: string) => file.write(`${line}\n`),
  };
  const kept = await keepPostgres(options, { onMoved, onLost });
  return {
    url: kept.url,
    stop: async () => {
      await kept.stop();
      file.end();
    },
  };
}
