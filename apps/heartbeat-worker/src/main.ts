import { readEnv, stopWithSignals } from "@cadre/server-kit";
import { HeartbeatWorkerEnv } from "./env.ts";
import { startHeartbeatWorker } from "./start-heartbeat-worker.ts";

stopWithSignals(await startHeartbeatWorker(readEnv(HeartbeatWorkerEnv, process.env)));
