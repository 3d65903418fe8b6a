import { HeartbeatWorkerEnv } from "@cadre/heartbeat-worker/environment";
import { databaseEnv, listenEnv } from "@cadre/server-kit";
import { TaskExecutorEnv } from "@cadre/task-executor/environment";
import { z } from "zod";
import { readEnvWith, type StandaloneEnv, StandaloneEnvironment } from "./env.ts";

/** Everything that the processes of one machine read. What the supervisor sets itself may be missing. */
const MachineEnvironment = z
  .object({
    ...TaskExecutorEnv.shape,
    ...HeartbeatWorkerEnv.shape,
    // The rest of what the API reads.
    ...listenEnv.shape,
    ...StandaloneEnvironment.shape,
    DATABASE_URL: databaseEnv.shape.DATABASE_URL.optional(),
  })
  .refine((env) => env.CADRE_MODEL_PROVIDER !== "anthropic" || env.ANTHROPIC_API_KEY !== undefined, {
    path: ["ANTHROPIC_API_KEY"],
    message: "CADRE_MODEL_PROVIDER=anthropic needs a key here; without one use CADRE_MODEL_PROVIDER=simulated",
    // Told together with the mistakes of single variables.
    when: () => true,
  });

/** Parses the environment of a whole machine, so that a mistake is told before anything starts and not by a dying child. */
export function readMachineEnv(source: NodeJS.ProcessEnv): StandaloneEnv {
  return readEnvWith(MachineEnvironment, source);
}
