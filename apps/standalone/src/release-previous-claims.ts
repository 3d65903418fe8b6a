import { hostname } from "node:os";
import { releaseWorkerProcess } from "@cadre/engine";
import { compose, createLogger, databaseEnv, homeEnv, logEnv, readEnv, redisEnv } from "@cadre/server-kit";
import { z } from "zod";

const ReleaseEnv = z.object({
  ...databaseEnv.shape,
  ...redisEnv.shape,
  ...homeEnv.shape,
  ...logEnv.shape,
  CADRE_PREVIOUS_PID: z.coerce.number().int().optional(),
});

/**
 * Gives back the runs that the worker process before this one had claimed when it died, at once instead of when its lease
 * runs out. The supervisor says which process that was.
 */
export async function releasePreviousClaims(environment: NodeJS.ProcessEnv): Promise<void> {
  const env = readEnv(ReleaseEnv, environment);
  if (env.CADRE_PREVIOUS_PID === undefined) return;
  const composition = compose({
    name: "release",
    databaseUrl: env.DATABASE_URL,
    maxConnections: 2,
    redisUrl: env.REDIS_URL,
    home: env.CADRE_HOME,
    log: createLogger("release", env.CADRE_LOG_LEVEL),
  });
  try {
    await releaseWorkerProcess(composition.deps, { host: hostname(), pid: env.CADRE_PREVIOUS_PID });
  } finally {
    await composition.close();
  }
}
