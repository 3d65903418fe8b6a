import { databaseEnv, homeEnv, logEnv, monitorEnv, redisEnv, webhookEnv } from "@cadre/server-kit";
import { z } from "zod";

/** The environment of the heartbeat worker. */
export const HeartbeatWorkerEnv = z.object({
  ...databaseEnv.shape,
  ...redisEnv.shape,
  ...webhookEnv.shape,
  ...homeEnv.shape,
  ...logEnv.shape,
  ...monitorEnv.shape,
});
export type HeartbeatWorkerEnv = z.infer<typeof HeartbeatWorkerEnv>;
