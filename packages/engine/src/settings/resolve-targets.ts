import type { LlmProviderKind } from "@cadre/domain";
import { FREE_PRICE, type RouteTarget } from "@cadre/llm-router";
import type { LlmDeps } from "./llm-deps.ts";
import { keyPlace } from "./llm-provider-row.ts";
import { refusePrivateAddress } from "./model-address.ts";

type ChosenRow = {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: LlmProviderKind;
  readonly baseUrl: string | null;
  readonly sealedKey: string | null;
  readonly costsNothing: boolean;
  readonly model: string;
};

/** An agent's own choice wins over the organization's; an agent without either has no row. */
const CHOSEN = `select p.id, p.organization_id, p.kind, p.base_url, p.sealed_key, p.costs_nothing,
    coalesce(a.llm_model, o.llm_model) as model
  from agents a join organizations o on o.id = a.organization_id
  join llm_providers p on p.organization_id = a.organization_id and p.id = coalesce(a.llm_provider_id, o.llm_provider_id)
  where a.id = $1`;

/**
 * The model that an agent's next call goes to: its own choice, else the organization's, else `fallback`, which is what the environment
 * says. It is read anew for each call, so a change needs no restart; the key is opened here and lives as long as the call. Faults:
 * `secret.cannot-open`, `llm-provider.private-address`.
 */
export async function resolveTargets(
  deps: Pick<LlmDeps, "database" | "secrets" | "hosts">,
  agentId: string,
  fallback: readonly RouteTarget[],
): Promise<readonly RouteTarget[]> {
  const [row] = await deps.database.query<ChosenRow>(CHOSEN, [agentId]);
  return row === undefined ? fallback : [await targetOf(deps, row)];
}

/** The model that the settings choose for an agent, by name: no key is opened. Undefined where the environment decides. */
export async function chosenModel(
  deps: Pick<LlmDeps, "database">,
  agentId: string,
): Promise<{ readonly provider: string; readonly model: string } | undefined> {
  const [row] = await deps.database.query<ChosenRow>(CHOSEN, [agentId]);
  return row === undefined ? undefined : { provider: row.kind, model: row.model };
}

/** A stored provider as the router calls it. The address is looked up again: a name may lead elsewhere than when it was saved. */
export async function targetOf(deps: Pick<LlmDeps, "secrets" | "hosts">, row: ChosenRow): Promise<RouteTarget> {
  if (row.baseUrl !== null) await refusePrivateAddress(deps.hosts, row.baseUrl);
  return {
    provider: row.kind,
    model: row.model,
    credentials: {
      apiKey: row.sealedKey === null ? "" : deps.secrets.open(row.sealedKey, keyPlace(row)),
      baseUrl: row.baseUrl ?? undefined,
    },
    ...(row.costsNothing && { price: FREE_PRICE }),
  };
}
