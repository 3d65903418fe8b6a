import { databaseEnv, executorEnv, homeEnv, llmSettingsEnv, logEnv, monitorEnv, redisEnv } from "@cadre/server-kit";
import { z } from "zod";

/** The environment of a task executor. */
export const TaskExecutorEnv = z.object({
  ...databaseEnv.shape,
  ...redisEnv.shape,
  ...homeEnv.shape,
  ...logEnv.shape,
  ...monitorEnv.shape,
  ...llmSettingsEnv.shape,
  ...executorEnv.shape,
});
export type TaskExecutorEnv = z.infer<typeof TaskExecutorEnv>;
