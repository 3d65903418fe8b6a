import { readEnv, readyLine, stopWithSignals } from "@cadre/server-kit";
import { ApiEnv } from "./env.ts";
import { startApi } from "./start-api.ts";

const env = readEnv(ApiEnv, process.env);
const api = await startApi(env);
// A supervisor prints this line itself; without one nobody else would tell where to go.
if (process.send === undefined) process.stdout.write(`${readyLine(env.CADRE_PUBLIC_URL ?? api.url, api.setupToken)}\n`);
stopWithSignals(api);
