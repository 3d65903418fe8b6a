import {
  databaseEnv,
  homeEnv,
  listenEnv,
  llmSettingsEnv,
  logEnv,
  mailEnv,
  redisEnv,
  webhookEnv,
} from "@cadre/server-kit";
import { z } from "zod";

/** The environment of the API server. */
export const ApiEnv = z.object({
  ...databaseEnv.shape,
  ...redisEnv.shape,
  ...webhookEnv.shape,
  ...homeEnv.shape,
  ...logEnv.shape,
  ...listenEnv.shape,
  ...llmSettingsEnv.shape,
  ...mailEnv.shape,
});
export type ApiEnv = z.infer<typeof ApiEnv>;
