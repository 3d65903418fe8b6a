import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadLibrary, readJson } from "../situation.mjs";
import { failed, ok, warning } from "../verdict.mjs";

const EMBEDDED_MAJOR = 18;
const OLDEST_MAJOR = 16;
const MAX_CLOCK_GAP_S = 5;
const CONNECT_TIMEOUT_MS = 5_000;

const QUESTION = `select current_setting('server_version_num')::int / 10000 as major,
  current_setting('server_encoding') as encoding,
  abs(extract(epoch from clock_timestamp() - $1::timestamptz))::float as gap`;

export const database = {
  name: "database",
  run: async (situation) => {
    const foreign = situation.hasOwnDatabase ? foreignFiles(situation.home) : undefined;
    if (foreign !== undefined) return foreign;
    if (situation.databaseUrl === undefined) return ok("the embedded Postgres is started by `npm start`");
    if (!situation.isInstalled) return warning("not looked at: nothing is installed yet", "Run `npm start` once.");
    return askServer(situation);
  },
};

function foreignFiles(home) {
  const file = join(readJson(join(home, "postgres.json"))?.folder ?? join(home, "postgres"), "PG_VERSION");
  if (!existsSync(file)) return undefined;
  const major = Number.parseInt(readFileSync(file, "utf8"), 10);
  if (major === EMBEDDED_MAJOR) return undefined;
  return failed(
    `the database files are of Postgres ${major}; this Cadre brings ${EMBEDDED_MAJOR}`,
    "Export with the Cadre version that made them and import here, or set CADRE_HOME to another folder.",
  );
}

async function askServer(situation) {
  const pg = await loadLibrary(situation, "apps/standalone", "pg");
  const client = new pg.Client({
    connectionString: situation.databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  const where = situation.hasOwnDatabase ? "the embedded Postgres" : "the Postgres of DATABASE_URL";
  try {
    await client.connect();
    const [{ major, encoding, gap }] = (await client.query(QUESTION, [new Date()])).rows;
    return judge({ where, major, encoding, gap });
  } catch (error) {
    return failed(`${where} does not answer: ${error.message}`, "Start it, and check address, account and password.");
  } finally {
    await client.end();
  }
}

function judge({ where, major, encoding, gap }) {
  const found = `${where}: version ${major}, ${encoding}`;
  if (major < OLDEST_MAJOR) return failed(found, `Use Postgres ${OLDEST_MAJOR} or newer.`);
  if (encoding !== "UTF8") return failed(found, "Make the database with `encoding 'UTF8' template template0`.");
  if (gap > MAX_CLOCK_GAP_S)
    return warning(`${found}; its clock differs by ${gap.toFixed(0)} s`, "Synchronise both clocks.");
  return ok(found);
}
