import { isConnectionLost } from "@cadre/engine";
import { listenEnv, readEnv as readServerEnv } from "@cadre/server-kit";
import { isFault } from "@cadre/shared";
import { readEnv } from "./env.ts";
import { databaseOf, describeLink, readEmail, withEngine } from "./sign-in-link.ts";

/** `npm run sign-in-link`: lets whoever runs this installation in again, although every key and password is lost. */
try {
  const email = readEmail(process.argv.slice(2));
  const env = readEnv(process.env);
  const url = readServerEnv(listenEnv, process.env).CADRE_PUBLIC_URL ?? `http://127.0.0.1:${env.port}`;
  console.log(await withEngine(databaseOf(env), env.home, (deps) => describeLink(deps, { email, url })));
} catch (error) {
  console.error(told(error));
  process.exitCode = 1;
}

function told(error: unknown): unknown {
  const isUnreachable = isConnectionLost(error) || isFault(error, "database.unreachable");
  if (isUnreachable) return "The database does not answer. Start Cadre with npm start, and run this beside it.";
  return isFault(error) ? error.message : error;
}
