import type { RouteTarget } from "@cadre/llm-router";
import { Fault } from "@cadre/shared";
import type { TaskExecutorEnv } from "./env.ts";

const DEFAULT_MODELS = { simulated: "simulated-worker-1", anthropic: "claude-sonnet-5-5" } as const;

/** The models this executor tries, in order. Choices per agent come with the model settings. */
export function modelTargets(env: TaskExecutorEnv): readonly RouteTarget[] {
  const provider = env.CADRE_MODEL_PROVIDER;
  const model = env.CADRE_MODEL ?? DEFAULT_MODELS[provider];
  if (provider === "simulated") {
    if (env.CADRE_SIMULATOR_URL === undefined) {
      throw missing("CADRE_SIMULATOR_URL", "the address of the provider simulator; npm start sets it by itself");
    }
    return [{ provider, model, credentials: { apiKey: "simulated", baseUrl: env.CADRE_SIMULATOR_URL } }];
  }
  if (env.ANTHROPIC_API_KEY === undefined) throw missing("ANTHROPIC_API_KEY", "a key of the Anthropic provider");
  return [{ provider, model, credentials: { apiKey: env.ANTHROPIC_API_KEY, baseUrl: env.ANTHROPIC_BASE_URL } }];
}

function missing(variable: string, what: string): Fault {
  return new Fault("invalid", "executor.model-not-configured", {
    message: `The executor cannot reach a model: set ${variable}, ${what}, or choose another CADRE_MODEL_PROVIDER.`,
    field: variable,
  });
}
