import { type Actor, type LlmModel, type LlmModelList, type LlmProviderKind, requireRole } from "@cadre/domain";
import { CATALOGUE, type CatalogueModel, type ListedModel, type ModelList } from "@cadre/llm-router";
import { isFault, type Now } from "@cadre/shared";
import { failureWords } from "./failure-words.ts";
import type { LlmTestDeps } from "./llm-deps.ts";
import type { LlmProviderRow } from "./llm-provider-row.ts";
import { readLlmProvider } from "./read-llm-provider.ts";
import { targetOf } from "./resolve-targets.ts";

/**
 * The models of a provider, asked of it now: sizes and prices come from the catalogue where it knows the exact id. When the provider
 * cannot be asked, the catalogue's own models and the reason. Faults: `access.role-missing`, `llm-provider.not-found`.
 */
export async function listLlmModels(
  deps: LlmTestDeps,
  actor: Actor,
  input: { readonly llmProviderId: string; readonly signal: AbortSignal },
): Promise<LlmModelList> {
  requireRole(actor, "admin", "list the models of a provider");
  const row = await readLlmProvider(deps, actor, input.llmProviderId);
  const listed = await askProvider(deps, row, input.signal);
  if (typeof listed !== "string" && listed.kind === "listed") {
    const data = listed.models.map((model) => modelOf(deps.now, row.kind, model));
    return { data, nextCursor: null, source: "provider", message: null };
  }
  const known = CATALOGUE.models.filter(({ provider }) => provider === row.kind);
  return {
    data: known.map((model) => modelOf(deps.now, row.kind, { id: model.id, label: model.id })),
    nextCursor: null,
    source: "catalogue",
    message: typeof listed === "string" ? listed : failureWords(row, listed.failure),
  };
}

async function askProvider(deps: LlmTestDeps, row: LlmProviderRow, signal: AbortSignal): Promise<ModelList | string> {
  try {
    const { credentials } = await targetOf(deps, { ...row, model: "" });
    const list = await deps.providers.get(row.kind)?.listModels?.({ signal, credentials });
    return list ?? "This kind of provider does not list its models.";
  } catch (error) {
    if (isFault(error)) return error.message;
    throw error;
  }
}

function modelOf(
  now: Now,
  kind: LlmProviderKind,
  listed: Partial<ListedModel> & Pick<ListedModel, "id" | "label">,
): LlmModel {
  const ref = { provider: kind, model: listed.id };
  const known: CatalogueModel | undefined = CATALOGUE.find(ref);
  const usd = CATALOGUE.priceOf(ref, now())?.tiers[0]?.usd;
  return {
    id: listed.id,
    label: listed.label,
    contextWindowTokens: known?.contextWindowTokens ?? listed.maxInputTokens ?? null,
    maxOutputTokens: known?.maxOutputTokens ?? listed.maxOutputTokens ?? null,
    inputUsd: usd?.input ?? null,
    outputUsd: usd?.output ?? null,
  };
}
