import { type Actor, type LlmProvider, type NewLlmProvider, requireRole } from "@cadre/domain";
import { API_LIMITS, Fault, storableText } from "@cadre/shared";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import type { LlmDeps } from "./llm-deps.ts";
import { keyEnding, keyPlace, LLM_PROVIDER_COLUMNS, llmProviderOf, type LlmProviderRow } from "./llm-provider-row.ts";
import { refusePrivateAddress } from "./model-address.ts";
import { requireCredentials } from "./provider-facts.ts";

/**
 * Connects a provider; its key is sealed before it reaches the database. Faults: `access.role-missing`, `llm-provider.key-required`,
 * `.address-required`, `.private-address`, `.name-taken`, `.too-many`.
 */
export async function createLlmProvider(deps: LlmDeps, actor: Actor, input: NewLlmProvider): Promise<LlmProvider> {
  requireRole(actor, "admin", "connect model providers");
  requireCredentials(input.kind, { hasKey: input.apiKey !== undefined, baseUrl: input.baseUrl ?? null });
  if (input.baseUrl !== undefined) await refusePrivateAddress(deps.hosts, input.baseUrl);
  return transact(deps, actor, async (tx) => {
    await refuseTooMany(tx);
    await refuseTakenName(tx, { name: input.name, exceptId: "" });
    const place = { organizationId: tx.unit.organizationId, id: deps.newId("llmProvider") };
    const [row] = await tx.unit.query<LlmProviderRow>(
      `insert into llm_providers (id, organization_id, kind, name, base_url, sealed_key, key_ending, costs_nothing)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${LLM_PROVIDER_COLUMNS}`,
      [
        place.id,
        place.organizationId,
        input.kind,
        storableText(input.name),
        input.baseUrl ?? null,
        input.apiKey === undefined ? null : deps.secrets.seal(input.apiKey, keyPlace(place)),
        input.apiKey === undefined ? null : keyEnding(input.apiKey),
        input.costsNothing,
      ],
    );
    if (row === undefined) throw new Error("An insert answered no row.");
    tx.unit.emit({
      type: "llm-provider.created",
      entity: { kind: "llm-provider", id: row.id },
      payload: { kind: row.kind, name: row.name },
      actor: tx.actor,
    });
    return llmProviderOf(row);
  });
}

/** Locks the organization, so that two that ask at once are counted and named one after the other. */
async function refuseTooMany(tx: Transaction): Promise<void> {
  await tx.unit.query("select 1 from organizations where id = $1 for no key update", [tx.unit.organizationId]);
  const row = await tx.unit.first<{ count: number }>(
    "select count(*)::int as count from llm_providers where organization_id = $1",
    [tx.unit.organizationId],
  );
  if ((row?.count ?? 0) < API_LIMITS.providersPerOrganization) return;
  throw new Fault("limit", "llm-provider.too-many", {
    message: `An organization connects at most ${API_LIMITS.providersPerOrganization} providers. Delete one that is not used.`,
  });
}

/** Fault `llm-provider.name-taken` when another provider of the organization has the name. */
export async function refuseTakenName(
  tx: Transaction,
  asked: { readonly name: string; readonly exceptId: string },
): Promise<void> {
  const taken = await tx.unit.first(
    "select 1 from llm_providers where organization_id = $1 and name = $2 and id <> $3",
    [tx.unit.organizationId, storableText(asked.name), asked.exceptId],
  );
  if (taken === undefined) return;
  throw new Fault("conflict", "llm-provider.name-taken", {
    message: `There is a provider named "${asked.name}" already. Give this one another name.`,
    field: "name",
  });
}
