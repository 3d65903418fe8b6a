import { type Actor, type LlmProvider, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { LLM_PROVIDER_COLUMNS, llmProviderOf, type LlmProviderRow, missingLlmProvider } from "./llm-provider-row.ts";

/** A provider of the caller's organization, sealed key included. Fault: `llm-provider.not-found`. */
export async function readLlmProvider(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  providerId: string,
): Promise<LlmProviderRow> {
  const [row] = await deps.database.query<LlmProviderRow>(
    `select ${LLM_PROVIDER_COLUMNS} from llm_providers where id = $1 and organization_id = $2`,
    [providerId, actor.organizationId],
  );
  return row ?? missingLlmProvider(providerId);
}

/** A provider without its key. Faults: `access.role-missing`, `llm-provider.not-found`. */
export async function getLlmProvider(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly llmProviderId: string },
): Promise<LlmProvider> {
  requireRole(actor, "admin", "read model providers");
  return llmProviderOf(await readLlmProvider(deps, actor, input.llmProviderId));
}
