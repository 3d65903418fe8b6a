import { loadLibrary } from "../situation.mjs";
import { failed, ok, warning } from "../verdict.mjs";

const OLDEST_MAJOR = 6;
const CONNECT_TIMEOUT_MS = 3_000;

export const redis = {
  name: "redis",
  run: async (situation) => {
    if (situation.redisUrl === undefined) return ok("not used: REDIS_URL is not set, Postgres carries the hints");
    if (!situation.isInstalled) return warning("not looked at: nothing is installed yet", "Run `npm start` once.");
    const Redis = await loadLibrary(situation, "packages/server-kit", "ioredis");
    const client = new Redis(situation.redisUrl, {
      lazyConnect: true,
      retryStrategy: () => null,
      connectTimeout: CONNECT_TIMEOUT_MS,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return judge(await readServer(client));
    } catch (error) {
      return failed(`Redis does not answer: ${error.message}`, "Start it, or unset REDIS_URL to use Postgres alone.");
    } finally {
      client.disconnect();
    }
  },
};

async function readServer(client) {
  const about = await client.info("server");
  const [, policy] = await client.config("GET", "maxmemory-policy");
  const [, aof] = await client.config("GET", "appendonly");
  return { version: /redis_version:(\S+)/.exec(about)?.[1] ?? "unknown", policy, aof };
}

function judge({ version, policy, aof }) {
  const found = `version ${version}, ${policy}, append-only file ${aof === "yes" ? "on" : "off"}`;
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) return failed(found, `Use Redis ${OLDEST_MAJOR} or newer.`);
  if (policy !== "noeviction") {
    return failed(found, "Set `maxmemory-policy noeviction`: an evicted hint waits for the reconciler.");
  }
  if (aof !== "yes") {
    return warning(
      found,
      "Set `appendonly yes`. Without it a restart of Redis loses hints; they are derived again from Postgres.",
    );
  }
  return ok(found);
}
