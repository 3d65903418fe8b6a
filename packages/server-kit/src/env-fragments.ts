import path from "node:path";
import { API_LIMITS, MODEL_LIMITS, RUN_LIMITS } from "@cadre/shared";
import { z } from "zod";

/** Pieces of the servers' environments; each app's `env.ts` is made of them and parsed once. */
export const databaseEnv = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe("Postgres connection string, in session mode."),
  CADRE_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).describe("Connections per process."),
});

export const redisEnv = z.object({
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe("Redis that carries hints between processes. Unset: Postgres carries them."),
});

export const homeEnv = z.object({
  CADRE_HOME: z
    .string()
    .min(1)
    .default(".cadre")
    .transform((folder) => path.resolve(folder))
    .describe("Folder of Cadre's files: blobs, workspaces, homes of agents, the embedded database."),
  CADRE_SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      "Secret of at least 32 characters that stored keys are encrypted with. Unset: the file secret.key in CADRE_HOME, made when it is first needed.",
    ),
});

export const logEnv = z.object({
  CADRE_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info").describe("Log level."),
});

export const listenEnv = z.object({
  CADRE_HOST: z.string().default("127.0.0.1").describe("Address to listen on. Anything but loopback is your decision."),
  CADRE_PORT: z.coerce.number().int().min(0).max(65_535).default(4600).describe("Port of dashboard and API."),
  CADRE_RATE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(API_LIMITS.requestsPerMinute)
    .describe(
      "Requests a minute that one key or sign-in may make, of all API processes together where there is Redis. 0: no limit.",
    ),
  CADRE_TRUSTED_PROXIES: z
    .string()
    .min(1)
    .optional()
    .describe("Addresses of proxies in front, separated by commas; their X-Forwarded-For is believed."),
  CADRE_PUBLIC_URL: z.url().optional().describe("Address that people use, when a proxy stands in front."),
});

export const webhookEnv = z.object({
  CADRE_WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((host) => (host.trim() === "" ? [] : [host.trim().toLowerCase()])))
    .describe("Hosts (host or host:port, commas between) that webhooks may call although their address is private."),
});

export const mailEnv = z.object({
  CADRE_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe("Mail server that takes invitations, as smtps://user:password@host:465. Unset: their links are shown."),
  CADRE_MAIL_FROM: z.email().default("cadre@localhost").describe("Address that mail comes from."),
});

/** What servers need that read the model settings. */
export const llmSettingsEnv = z.object({
  CADRE_MODEL_HOSTS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((host) => host.trim())
        .filter((host) => host !== ""),
    )
    .describe(
      "Private hosts that the model settings may name as addresses, as host or host:port, separated by commas, such as localhost:11434.",
    ),
  CADRE_SPEND_LIMIT_USD: z.coerce
    .number()
    .nonnegative()
    .default(MODEL_LIMITS.spendLimitUsdDefault)
    .describe("Hard cap on real model spend per day, in US dollars."),
});

export const executorEnv = z.object({
  CADRE_EXECUTOR_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .default(RUN_LIMITS.maxWorkersPerHostConcurrency)
    .describe("Runs at once per executor."),
  CADRE_SANDBOX: z
    .enum(["auto", "off"])
    .default("auto")
    .describe("off: run shell commands unconfined, each with a person's approval, although a sandbox is there."),
  CADRE_MODEL_PROVIDER: z
    .enum(["simulated", "anthropic", "openai", "openai-compatible"])
    .default("simulated")
    .describe(
      "Which provider answers where the model settings choose none. The launcher sets it; a real one costs money.",
    ),
  CADRE_MODEL: z.string().min(1).optional().describe("Model id of that provider. Unset: its default."),
  CADRE_SIMULATOR_URL: z.url().optional().describe("Address of the provider simulator; set by the launcher."),
  ANTHROPIC_API_KEY: z.string().optional().describe("Key of the Anthropic provider."),
  ANTHROPIC_BASE_URL: z.url().optional().describe("Another address of the Anthropic provider."),
  OPENAI_API_KEY: z.string().optional().describe("Key of the OpenAI provider."),
  OPENAI_BASE_URL: z.url().optional().describe("Another address of the OpenAI provider, with its /v1."),
  OPENAI_COMPATIBLE_API_KEY: z
    .string()
    .optional()
    .describe("Key of the OpenAI-compatible server. Unset: it needs none."),
  OPENAI_COMPATIBLE_BASE_URL: z
    .url()
    .optional()
    .describe("Address of an OpenAI-compatible server, such as http://127.0.0.1:11434/v1 for Ollama."),
});

export const monitorEnv = z.object({
  CADRE_MONITOR_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe("Loopback port for health and metrics of a worker process. Unset: none."),
});

/** Largest request body, in bytes; not a knob, shown here because the environment lists everything the edge obeys. */
export const BODY_LIMIT_BYTES = API_LIMITS.bodyBytes;

/** Parses an environment and prints all its problems together, each with the variable's name. */
export function readEnv<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(`The environment is not usable:\n${z.prettifyError(parsed.error)}`);
}
