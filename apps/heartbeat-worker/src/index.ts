export { HeartbeatWorkerEnv } from "./env.ts";
export { startHeartbeatWorker } from "./start-heartbeat-worker.ts";
