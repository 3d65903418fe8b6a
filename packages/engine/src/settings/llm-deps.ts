import { CATALOGUE, createProviders, type ModelProvider, systemIdleWatch } from "@cadre/llm-router";
import type { EngineDeps } from "../engine-deps.ts";
import { type ModelHosts, resolveHost } from "./model-address.ts";

/** What the model settings need beside the engine. */
export type LlmDeps = EngineDeps & { readonly hosts: ModelHosts };

/** What a call from the settings page needs: the adapters, and the lid on a day's spend. */
export type LlmTestDeps = LlmDeps & {
  readonly providers: ReadonlyMap<string, ModelProvider>;
  readonly dailyLimitMicroUsd: number;
};

/** The engine with the private hosts that an operator allows as addresses of models. */
export function createLlmDeps(deps: EngineDeps, allowedHosts: readonly string[]): LlmDeps {
  return { ...deps, hosts: { allowed: allowedHosts, resolve: resolveHost } };
}

/** The same with every registered provider, for a server that tests what a person entered. */
export function createLlmTestDeps(deps: LlmDeps, dailyLimitMicroUsd: number): LlmTestDeps {
  const providers = createProviders({ now: deps.now, catalogue: CATALOGUE, startIdleWatch: systemIdleWatch });
  return { ...deps, providers, dailyLimitMicroUsd };
}
