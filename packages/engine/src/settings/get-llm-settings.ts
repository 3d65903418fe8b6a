import { type Actor, type LlmChoice, type LlmSettings, requireRole } from "@cadre/domain";
import type { Database, Unit } from "@cadre/database";
import type { EngineDeps } from "../engine-deps.ts";
import { LLM_PROVIDER_COLUMNS, llmProviderOf, type LlmProviderRow } from "./llm-provider-row.ts";
import { PROVIDER_FACTS } from "./provider-facts.ts";

type ChoiceRow = LlmChoice & { readonly agentId: string | null };

/** Providers without their keys, and which models are chosen. Fault: `access.role-missing`. */
export async function getLlmSettings(deps: Pick<EngineDeps, "database">, actor: Actor): Promise<LlmSettings> {
  requireRole(actor, "admin", "read the model settings");
  return readLlmSettings(deps.database, actor.organizationId);
}

/** Reads them where it is told to: a change reads its own result in its own transaction. */
export async function readLlmSettings(
  source: Pick<Database | Unit, "query">,
  organizationId: string,
): Promise<LlmSettings> {
  const [providers, choices] = await Promise.all([
    source.query<LlmProviderRow>(
      `select ${LLM_PROVIDER_COLUMNS} from llm_providers where organization_id = $1 order by id`,
      [organizationId],
    ),
    source.query<ChoiceRow>(
      `select null as agent_id, llm_provider_id as provider_id, llm_model as model from organizations
       where id = $1 and llm_provider_id is not null
       union all
       select id, llm_provider_id, llm_model from agents
       where organization_id = $1 and llm_provider_id is not null and deleted_at is null
       order by agent_id`,
      [organizationId],
    ),
  ]);
  const byDefault = choices.find(({ agentId }) => agentId === null);
  return {
    kinds: PROVIDER_FACTS,
    providers: providers.map(llmProviderOf),
    defaultChoice: byDefault === undefined ? null : { providerId: byDefault.providerId, model: byDefault.model },
    agents: choices.flatMap(({ agentId, providerId, model }) =>
      agentId === null ? [] : [{ agentId, providerId, model }],
    ),
  };
}
