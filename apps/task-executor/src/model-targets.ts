import { addressIn, isPublicAddress } from "@cadre/engine";
import { FREE_PRICE, PROVIDERS, type RouteTarget } from "@cadre/llm-router";
import { Fault } from "@cadre/shared";
import type { TaskExecutorEnv } from "./env.ts";

/**
 * The model that the environment names, for agents whose organization chose none. Without a provider and without a simulator there is
 * none: those agents are then told to choose one. Fault: `executor.model-not-configured` for a provider without what it needs.
 */
export function modelTargets(env: TaskExecutorEnv): readonly RouteTarget[] {
  const provider = PROVIDERS.find(({ name }) => name === env.CADRE_MODEL_PROVIDER);
  if (provider === undefined) throw new Error(`No provider is registered as ${env.CADRE_MODEL_PROVIDER}.`);
  const apiKey = provider.keyVariables.map((variable) => env[variable]).find((key) => key !== undefined);
  const baseUrl = env[provider.baseUrlVariable];
  const model = env.CADRE_MODEL ?? provider.defaultModel;
  if (provider.isSimulated && baseUrl === undefined) return [];
  if (provider.needsKey && apiKey === undefined) {
    throw missing(provider.keyVariables[0] ?? "", `a key of the provider ${provider.label}`);
  }
  if (provider.needsBaseUrl && baseUrl === undefined) {
    throw missing(provider.baseUrlVariable, "the address of the server");
  }
  if (model === undefined) throw missing("CADRE_MODEL", "the model that the server is to use");
  return [
    {
      provider: provider.name,
      model,
      // A server that needs no key wants some word all the same.
      credentials: { apiKey: apiKey ?? provider.name, baseUrl },
      // A server at home sends no bills; what a public one charges nobody here knows.
      ...(provider.name === "openai-compatible" && isAtHome(baseUrl) && { price: FREE_PRICE }),
    },
  ];
}

function isAtHome(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return false;
  const url = new URL(baseUrl);
  const address = addressIn(url);
  return address === undefined ? url.hostname === "localhost" : !isPublicAddress(address);
}

function missing(variable: string, what: string): Fault {
  return new Fault("invalid", "executor.model-not-configured", {
    message: `The executor cannot reach a model: set ${variable}, ${what}, or choose another CADRE_MODEL_PROVIDER.`,
    field: variable,
  });
}
