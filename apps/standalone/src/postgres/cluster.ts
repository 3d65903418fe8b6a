import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "@cadre/shared";
import { explainDiskError } from "../home/disk-error.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { explainServerOutput } from "./server-output.ts";
import { giveTo, type ServerAccount } from "./server-account.ts";

export const SUPERUSER = "cadre";

/** The same sorting and encoding on every machine, whatever its locale is. */
const INITDB_FLAGS = [
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--auth=scram-sha-256",
  "--data-checksums",
];

export type ClusterPlan = {
  readonly folder: string;
  readonly password: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly flags: readonly string[];
  readonly note: (line: string) => void;
};

/**
 * Makes sure that the data folder holds a finished cluster of our major version. A new one is made beside its place and
 * moved there when it is complete: a start that died half-way leaves only a draft, which the next one throws away.
 */
export function ensureCluster(plan: ClusterPlan): void {
  if (existsSync(join(plan.folder, "PG_VERSION"))) return refuseForeignVersion(plan);
  removeEmpty(plan.folder);
  const draft = `${plan.folder}.draft`;
  try {
    if (existsSync(draft)) plan.note("The first start did not finish; making the database again.");
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(dirname(draft), { recursive: true, mode: 0o711 });
    mkdirSync(draft, { mode: 0o700 });
    giveTo(draft, plan.account);
  } catch (error) {
    throw explainDiskError(error, draft);
  }
  plan.note("Making the database (only at the first start) …");
  runInitdb(plan, draft);
  renameSync(draft, plan.folder);
}

function refuseForeignVersion({ folder, binaries }: ClusterPlan): void {
  const found = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  const ours = binaries.version.split(".")[0];
  if (found === ours) return;
  throw new Fault("unavailable", "postgres.foreign-version", {
    message:
      `${folder} was made by Postgres ${found || "(unreadable version)"}; this Cadre brings Postgres ${ours} and cannot ` +
      `open it. Export the data with the Cadre version that made it and import it here, or set CADRE_HOME to another folder.`,
  });
}

/** An empty folder is no database; one with files in it but no version is damage that only a person may remove. */
function removeEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    rmdirSync(folder);
  } catch (cause) {
    throw new Fault("unavailable", "home.damaged", {
      message:
        `${folder} has files but no PG_VERSION: the database in it is damaged. Restore it from a backup; ` +
        `or, to begin anew, move the folder away and start again.`,
      cause,
    });
  }
}

function runInitdb({ binaries, password, account, flags }: ClusterPlan, draft: string): void {
  const passwordFile = `${draft}.password`;
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    giveTo(passwordFile, account);
    const answer = spawnSync(
      binaries.initdb,
      [`--pgdata=${draft}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, ...INITDB_FLAGS, ...flags],
      { ...account, cwd: "/", encoding: "utf8", env: serverEnvironment() },
    );
    if (answer.status !== 0) throw explainServerOutput(`${answer.stdout}\n${answer.stderr}`, draft);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** What the server sees of our environment: enough to run, nothing secret. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}
