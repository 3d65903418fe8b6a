import { HeartbeatWorkerEnv, startHeartbeatWorker } from "@cadre/heartbeat-worker";
import { readEnv, stopWithSignals } from "@cadre/server-kit";
import { startTaskExecutor, TaskExecutorEnv } from "@cadre/task-executor";
import { releasePreviousClaims } from "./release-previous-claims.ts";

/** One process for both workers of a machine: less memory, and nothing to choose for a person who only wants to start. */
await releasePreviousClaims(process.env);
const executor = await startTaskExecutor(readEnv(TaskExecutorEnv, process.env));
const heartbeat = await startHeartbeatWorker(readEnv(HeartbeatWorkerEnv, process.env));

stopWithSignals({
  stop: async () => {
    await Promise.all([executor.stop(), heartbeat.stop()]);
  },
});
