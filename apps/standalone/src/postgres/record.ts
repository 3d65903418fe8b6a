import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Fault, SUPERVISOR_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { readStored, writeStored } from "../home/stored-file.ts";
import { mayEnter, type ServerAccount } from "./server-account.ts";
import { makeSystemFolder } from "./system-folder.ts";

const PostgresRecord = z.object({
  port: z.number().int().positive(),
  password: z.string().min(1),
  folder: z.string().min(1),
  /** Whether the database was up once; until then a missing one is a first start that did not finish. */
  made: z.boolean().default(false),
});

/** What a home remembers of its database: where its files lie, its port on the loopback and its password. */
export type PostgresRecord = z.infer<typeof PostgresRecord>;

type Place = {
  readonly home: string;
  readonly systemFolder: string;
  readonly account: ServerAccount;
  readonly note: (line: string) => void;
};

export function saveRecord(home: string, record: PostgresRecord): void {
  writeStored(recordPath(home), record);
}

/** The home's record, or undefined when it has no database of its own yet. */
export function readRecord(home: string): PostgresRecord | undefined {
  return readStored(recordPath(home), PostgresRecord);
}

/** Reads the home's record or begins one. It is stored before the database is made, so that its password is never lost. */
export function openRecord(place: Place, freePort: number): PostgresRecord {
  const known = readRecord(place.home);
  if (known !== undefined) return known;
  refuseOrphanedFiles(place.home);
  const record = {
    port: freePort,
    password: randomBytes(SUPERVISOR_LIMITS.passwordBytes).toString("base64url"),
    folder: chooseFolder(place),
    made: false,
  };
  saveRecord(place.home, record);
  return record;
}

/** A database that was there and is gone must not be replaced by an empty one: what it held may still be saved. */
export function refuseLostDatabase(home: string, { folder, made }: PostgresRecord): void {
  if (!made || (existsSync(folder) && readdirSync(folder).length > 0)) return;
  throw new Fault("unavailable", "home.damaged", {
    message:
      `The database of ${home} is gone: ${folder} is ${existsSync(folder) ? "empty" : "missing"}, although an earlier start ` +
      `made it. Put that folder back, from a backup if need be; or, to begin anew without its data, move ${home} away and start again.`,
  });
}

function recordPath(home: string): string {
  return join(home, "postgres.json");
}

function refuseOrphanedFiles(home: string): void {
  const folder = join(home, "postgres");
  if (!existsSync(join(folder, "PG_VERSION"))) return;
  throw new Fault("unavailable", "home.damaged", {
    message:
      `${folder} holds a database, but its password file ${recordPath(home)} is gone. Restore that file; ` +
      `or, to begin anew, move ${folder} away and start again.`,
  });
}

function chooseFolder({ home, systemFolder, account, note }: Place): string {
  if (mayEnter(home, account)) return join(home, "postgres");
  const name = `${basename(dirname(home))}-${randomBytes(4).toString("hex")}`;
  makeSystemFolder(systemFolder, account);
  const folder = join(systemFolder, name, "postgres");
  note(`Running as root, and the database account may not enter ${home}: the database lies in ${folder} instead.`);
  return folder;
}
