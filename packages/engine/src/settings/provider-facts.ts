import { LLM_PROVIDER_KINDS, type LlmProviderKind, type LlmSettings } from "@cadre/domain";
import { type ProviderDefinition, PROVIDERS } from "@cadre/llm-router";
import { Fault } from "@cadre/shared";

/** The registered provider of each kind that may be connected. A kind without one does not start. */
const DEFINITIONS = new Map<LlmProviderKind, ProviderDefinition>(
  LLM_PROVIDER_KINDS.map((kind) => {
    const definition = PROVIDERS.find(({ name }) => name === kind);
    if (definition === undefined) throw new Error(`No provider is registered for the kind ${kind}.`);
    return [kind, definition];
  }),
);

export const PROVIDER_FACTS: LlmSettings["kinds"] = [...DEFINITIONS].map(([kind, definition]) => ({
  kind,
  label: definition.label,
  needsKey: definition.needsKey,
  needsBaseUrl: definition.needsBaseUrl,
  defaultModel: definition.defaultModel ?? null,
}));

/** The model of a kind where none was chosen; undefined where only the server knows. */
export function defaultModelOf(kind: LlmProviderKind): string | undefined {
  return DEFINITIONS.get(kind)?.defaultModel;
}

/** Refuses a provider without what its kind needs. Faults: `llm-provider.key-required`, `llm-provider.address-required`. */
export function requireCredentials(
  kind: LlmProviderKind,
  given: { readonly hasKey: boolean; readonly baseUrl: string | null },
): void {
  const definition = DEFINITIONS.get(kind);
  if (definition?.needsKey === true && !given.hasKey) {
    throw new Fault("invalid", "llm-provider.key-required", {
      message: `${definition.label} needs an API key. Make one on the vendor's pages and give it as apiKey.`,
      field: "apiKey",
    });
  }
  if (definition?.needsBaseUrl === true && given.baseUrl === null) {
    throw new Fault("invalid", "llm-provider.address-required", {
      message: `${definition.label} needs the address of its API as baseUrl, such as https://models.example.com/v1.`,
      field: "baseUrl",
    });
  }
}
