import { readEnv, stopWithSignals } from "@cadre/server-kit";
import { ApiEnv } from "./env.ts";
import { startApi } from "./start-api.ts";

stopWithSignals(await startApi(readEnv(ApiEnv, process.env)));
