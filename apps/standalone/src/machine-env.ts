import { HeartbeatWorkerEnv } from "@cadre/heartbeat-worker/environment";
import { databaseEnv, listenEnv } from "@cadre/server-kit";
import { TaskExecutorEnv } from "@cadre/task-executor/environment";
import { z } from "zod";
import type { MachineProvider } from "./model/model-choice.ts";
import { readEnvWith, type StandaloneEnv, StandaloneEnvironment } from "./env.ts";

/** Everything that the processes of one machine read. What the supervisor sets itself may be missing. */
const Variables = z.object({
  ...TaskExecutorEnv.shape,
  ...HeartbeatWorkerEnv.shape,
  // The rest of what the API reads.
  ...listenEnv.shape,
  ...StandaloneEnvironment.shape,
  DATABASE_URL: databaseEnv.shape.DATABASE_URL.optional(),
});

/** What a provider cannot do without. */
const NEEDED: readonly (readonly [provider: MachineProvider, variable: keyof z.infer<typeof Variables>])[] = [
  ["anthropic", "ANTHROPIC_API_KEY"],
  ["openai", "OPENAI_API_KEY"],
  ["openai-compatible", "OPENAI_COMPATIBLE_BASE_URL"],
  ["openai-compatible", "CADRE_MODEL"],
];

const MachineEnvironment = NEEDED.reduce(
  (schema, [provider, variable]) =>
    schema.refine((env) => env.CADRE_MODEL_PROVIDER !== provider || env[variable] !== undefined, {
      path: [variable],
      message: `CADRE_MODEL_PROVIDER=${provider} needs it here; without it use CADRE_MODEL_PROVIDER=simulated`,
      // Told together with the mistakes of single variables.
      when: () => true,
    }),
  Variables,
);

/** Parses the environment of a whole machine, so that a mistake is told before anything starts and not by a dying child. */
export function readMachineEnv(source: NodeJS.ProcessEnv): StandaloneEnv {
  return readEnvWith(MachineEnvironment, source);
}
