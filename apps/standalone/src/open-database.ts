import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { migrate } from "@cadre/database";
import { ROOT, type StandaloneEnv } from "./env.ts";
import { keepPostgres } from "./postgres/keep-postgres.ts";
import { slowStep } from "./slow-step.ts";

export type OpenDatabase = {
  /** The connection string now; a server that was started again may have another port. */
  url(): string;
  stop(): Promise<void>;
};

export type DatabaseHooks = {
  readonly note: (line: string) => void;
  /** Shows a line that the next one replaces; undefined where lines stay. */
  readonly overwrite: ((line: string) => void) | undefined;
  readonly onMoved: () => void;
  readonly onLost: (reason: unknown) => void;
};

/** Opens the database of `DATABASE_URL`, or the home's own one, and brings it to the newest migration. */
export async function openDatabase(env: StandaloneEnv, hooks: DatabaseHooks): Promise<OpenDatabase> {
  const database = env.databaseUrl === undefined ? await openOwn(env, hooks) : external(env.databaseUrl);
  try {
    await bringUpToDate(database.url(), hooks);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** A line for all steps together: it counts on a terminal, and elsewhere comes when they are done, or announces what takes long. */
async function bringUpToDate(url: string, { note, overwrite }: DatabaseHooks): Promise<void> {
  const label = "Migrating the database";
  const migrating = migrate({
    url,
    folder: join(ROOT, "prisma/migrations"),
    onStep: ({ index, total }) => overwrite?.(`${label}: ${index} of ${total} …`),
  });
  const applied = await (overwrite === undefined ? slowStep(label, note, migrating) : migrating);
  if (applied.length > 0) note(`${label}: ${applied.length} ${applied.length === 1 ? "step" : "steps"} … done`);
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
