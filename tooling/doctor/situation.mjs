import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { NODE_24, ROOT } from "../launch/places.mjs";

const DEFAULT_PORT = 4600;

/** What every check may know: where things are, and what is configured. */
export function readSituation(machineNode) {
  const set = (name) => (process.env[name] === "" ? undefined : process.env[name]);
  const home = set("CADRE_HOME") === undefined ? join(ROOT, ".cadre") : resolve(set("CADRE_HOME"));
  return {
    root: ROOT,
    machineNode,
    home,
    port: Number(set("CADRE_PORT") ?? DEFAULT_PORT),
    databaseUrl: set("DATABASE_URL") ?? embeddedDatabaseUrl(home),
    hasOwnDatabase: set("DATABASE_URL") === undefined,
    redisUrl: set("REDIS_URL"),
    isInstalled: existsSync(NODE_24),
  };
}

/** The connection string of the home's own database when it runs now. */
function embeddedDatabaseUrl(home) {
  const record = readJson(join(home, "postgres.json"));
  if (record === undefined || !existsSync(join(record.folder, "postmaster.pid"))) return undefined;
  return `postgresql://cadre:${record.password}@127.0.0.1:${record.port}/cadre`;
}

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Missing or damaged: whoever needs it says so.
    return undefined;
  }
}

/** Loads a library that a package of the checkout depends on. */
export async function loadLibrary(situation, from, name) {
  const require = createRequire(join(situation.root, from, "package.json"));
  const module = await import(require.resolve(name));
  return module.default ?? module;
}

/** Loads compiled code of the checkout; `undefined` before the first start has compiled it. */
export async function loadCompiled(situation, path) {
  const file = join(situation.root, path);
  return existsSync(file) ? import(file) : undefined;
}
