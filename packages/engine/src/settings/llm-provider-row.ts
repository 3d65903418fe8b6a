import type { LlmProvider, LlmProviderKind } from "@cadre/domain";
import { API_LIMITS, Fault } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

export type LlmProviderRow = {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: LlmProviderKind;
  readonly name: string;
  readonly baseUrl: string | null;
  readonly sealedKey: string | null;
  readonly keyEnding: string | null;
  readonly costsNothing: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const LLM_PROVIDER_COLUMNS =
  "id, organization_id, kind, name, base_url, sealed_key, key_ending, costs_nothing, version, created_at, updated_at";

export function llmProviderOf(row: LlmProviderRow): LlmProvider {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    baseUrl: row.baseUrl,
    hasKey: row.sealedKey !== null,
    keyEnding: row.keyEnding,
    costsNothing: row.costsNothing,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Where a provider's key belongs: a sealed key that is moved to another row cannot be opened. */
export function keyPlace(row: { readonly organizationId: string; readonly id: string }): string {
  return `llm-provider:${row.organizationId}:${row.id}`;
}

/** What may be shown of a key. */
export function keyEnding(key: string): string | null {
  return key.length < API_LIMITS.providerKeyShownFromChars ? null : key.slice(-API_LIMITS.providerKeyShownChars);
}

/** The provider, locked until the unit ends. Fault: `llm-provider.not-found`. */
export async function lockLlmProvider(tx: Transaction, providerId: string): Promise<LlmProviderRow> {
  const row = await tx.unit.first<LlmProviderRow>(
    `select ${LLM_PROVIDER_COLUMNS} from llm_providers where id = $1 and organization_id = $2 for update`,
    [providerId, tx.unit.organizationId],
  );
  return row ?? missingLlmProvider(providerId);
}

export function missingLlmProvider(providerId: string): never {
  throw new Fault("not-found", "llm-provider.not-found", {
    message: `There is no model provider ${providerId}. Read the model settings to find one.`,
    field: "providerId",
  });
}
