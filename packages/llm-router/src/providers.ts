import type { ModelProvider, ProviderDefinition, ProviderDeps } from "./provider.ts";
import { anthropic } from "./providers/anthropic/anthropic.ts";
import { openai } from "./providers/openai/openai.ts";
import { openaiCompatible } from "./providers/openai-compatible/openai-compatible.ts";
import { simulated } from "./providers/simulated/simulated.ts";

/** Every provider. Environment keys, `.env.example` and the admin page read this list. */
export const PROVIDERS = [
  anthropic,
  openai,
  openaiCompatible,
  simulated,
] as const satisfies readonly ProviderDefinition[];

export type ProviderName = (typeof PROVIDERS)[number]["name"];

/** Builds every registered provider, by name. */
export function createProviders(deps: ProviderDeps): ReadonlyMap<string, ModelProvider> {
  return new Map(PROVIDERS.map((definition) => [definition.name, definition.create(deps)]));
}
