import { call } from "../../../api/call.ts";
import type { LlmProvider, LlmSettings } from "../../../api/queries/settings.ts";

/** A provider as it is typed, before it is connected or changed. */
export type ProviderDraft = {
  readonly kind: LlmProvider["kind"];
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly costsNothing: boolean;
};

/** What the form begins with. A key that is kept is never in it. */
export function providerDraft(kinds: LlmSettings["kinds"], provider: LlmProvider | undefined): ProviderDraft {
  if (provider !== undefined) {
    const { kind, name, baseUrl, costsNothing } = provider;
    return { kind, name, baseUrl: baseUrl ?? "", apiKey: "", costsNothing };
  }
  const first = kinds[0];
  return { kind: first?.kind ?? "anthropic", name: first?.label ?? "", baseUrl: "", apiKey: "", costsNothing: false };
}

/** Connects a provider, or changes the one that there is. */
export function saveProvider(provider: LlmProvider | undefined, draft: ProviderDraft): Promise<LlmProvider> {
  return provider === undefined ? connect(draft) : change(provider, draft);
}

function connect({ kind, name, baseUrl, apiKey, costsNothing }: ProviderDraft): Promise<LlmProvider> {
  return call("POST /settings/llm/providers", {
    body: {
      kind,
      name: name.trim(),
      costsNothing,
      ...(baseUrl.trim() === "" ? {} : { baseUrl: baseUrl.trim() }),
      ...(apiKey.trim() === "" ? {} : { apiKey: apiKey.trim() }),
    },
  });
}

function change(provider: LlmProvider, draft: ProviderDraft): Promise<LlmProvider> {
  const baseUrl = draft.baseUrl.trim() === "" ? null : draft.baseUrl.trim();
  return call("PATCH /settings/llm/providers/:llmProviderId", {
    params: { llmProviderId: provider.id },
    version: provider.version,
    body: {
      name: draft.name.trim(),
      costsNothing: draft.costsNothing,
      ...(baseUrl === provider.baseUrl ? {} : { baseUrl }),
      ...(draft.apiKey.trim() === "" ? {} : { apiKey: draft.apiKey.trim() }),
    },
  });
}
