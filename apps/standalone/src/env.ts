import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Fault, SUPERVISOR_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { MACHINE_PROVIDERS, type MachineProvider } from "./model/model-choice.ts";

/** The root of the checkout, the same from the sources and from the compiled code. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const text = z.string().optional();

/** The environment of `npm start`; the servers it starts read their own beside it. */
export const StandaloneEnvironment = z.object({
  CADRE_HOME: text,
  CADRE_SYSTEM_FOLDER: text.describe(
    "Where the database lies when Cadre runs as root and its account may not enter the home.",
  ),
  CADRE_PORT: z.coerce.number().int().min(1).max(65_535).default(SUPERVISOR_LIMITS.defaultPort),
  DATABASE_URL: text,
  CADRE_MODEL_PROVIDER: z.enum(MACHINE_PROVIDERS).optional(),
  CADRE_SIM_PACE: z.coerce
    .number()
    .min(0)
    .default(SUPERVISOR_LIMITS.simulatedPaceMs)
    .describe("Pause after each streamed event of the simulated worker, in milliseconds; 0 is none."),
  ANTHROPIC_API_KEY: text,
});

/** What a person may configure about one machine, parsed once. */
export type StandaloneEnv = {
  readonly home: string;
  readonly systemFolder: string | undefined;
  readonly port: number;
  readonly databaseUrl: string | undefined;
  readonly modelProvider: MachineProvider | undefined;
  /** Pause after each streamed event of the simulated worker, in milliseconds; 0 is none. */
  readonly simulatedPaceMs: number;
  readonly anthropicKey: string | undefined;
};

/** Parses only what the standalone itself reads; a machine that starts servers uses `readMachineEnv`. */
export function readEnv(source: NodeJS.ProcessEnv): StandaloneEnv {
  return readEnvWith(StandaloneEnvironment, source);
}

/** Parses with a schema that may know more variables. Empty values count as not set; all mistakes are one `Fault`. */
export function readEnvWith(
  schema: z.ZodType<z.infer<typeof StandaloneEnvironment>>,
  source: NodeJS.ProcessEnv,
): StandaloneEnv {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  if (!parsed.success) {
    throw new Fault("invalid", "standalone.environment", {
      message: `The environment has mistakes:\n${z.prettifyError(parsed.error)}`,
      cause: parsed.error,
    });
  }
  const env = parsed.data;
  return {
    home: env.CADRE_HOME === undefined ? join(ROOT, ".cadre") : resolve(env.CADRE_HOME),
    systemFolder: env.CADRE_SYSTEM_FOLDER,
    port: env.CADRE_PORT,
    databaseUrl: env.DATABASE_URL,
    modelProvider: env.CADRE_MODEL_PROVIDER,
    simulatedPaceMs: env.CADRE_SIM_PACE,
    anthropicKey: env.ANTHROPIC_API_KEY,
  };
}
