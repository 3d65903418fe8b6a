import { type Actor, type LlmProvider, type LlmProviderChange, requireRole } from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import { transact } from "../open-transaction.ts";
import { requireVersion } from "../require-version.ts";
import { refuseTakenName } from "./create-llm-provider.ts";
import type { LlmDeps } from "./llm-deps.ts";
import {
  keyEnding,
  keyPlace,
  LLM_PROVIDER_COLUMNS,
  llmProviderOf,
  type LlmProviderRow,
  lockLlmProvider,
} from "./llm-provider-row.ts";
import { refusePrivateAddress } from "./model-address.ts";
import { requireCredentials } from "./provider-facts.ts";

/**
 * Changes the fields that are given, from the next call on. Faults: `access.role-missing`, `llm-provider.not-found`, `.stale`,
 * `.key-again` for a new address without the key, and those of `createLlmProvider`.
 */
export async function updateLlmProvider(
  deps: LlmDeps,
  actor: Actor,
  input: { readonly llmProviderId: string; readonly version: number; readonly change: LlmProviderChange },
): Promise<LlmProvider> {
  requireRole(actor, "admin", "change model providers");
  const { change } = input;
  if (change.baseUrl != null) await refusePrivateAddress(deps.hosts, change.baseUrl);
  return transact(deps, actor, async (tx) => {
    const before = await lockLlmProvider(tx, input.llmProviderId);
    requireVersion("llm-provider", before, input);
    const next = changed(deps, before, change);
    requireCredentials(before.kind, { hasKey: next.sealedKey !== null, baseUrl: next.baseUrl });
    await refuseTakenName(tx, { name: next.name, exceptId: before.id });
    const row = await tx.unit.first<LlmProviderRow>(
      `update llm_providers set name = $2, base_url = $3, sealed_key = $4, key_ending = $5, costs_nothing = $6,
         version = version + 1, updated_at = cadre_now()
       where id = $1 returning ${LLM_PROVIDER_COLUMNS}`,
      [before.id, storableText(next.name), next.baseUrl, next.sealedKey, next.keyEnding, next.costsNothing],
    );
    tx.unit.emit({
      type: "llm-provider.updated",
      entity: { kind: "llm-provider", id: before.id },
      payload: { fields: Object.keys(change), version: before.version + 1 },
      actor: tx.actor,
    });
    return llmProviderOf(row ?? before);
  });
}

function changed(deps: LlmDeps, before: LlmProviderRow, change: LlmProviderChange): LlmProviderRow {
  const baseUrl = change.baseUrl === undefined ? before.baseUrl : change.baseUrl;
  if (baseUrl !== before.baseUrl && before.sealedKey !== null && change.apiKey === undefined) {
    throw new Fault("invalid", "llm-provider.key-again", {
      message:
        "A new address gets no key that was given for another one. Send the key again together with the address, or null to go without.",
      field: "apiKey",
    });
  }
  const key =
    change.apiKey === undefined
      ? { sealedKey: before.sealedKey, keyEnding: before.keyEnding }
      : change.apiKey === null
        ? { sealedKey: null, keyEnding: null }
        : { sealedKey: deps.secrets.seal(change.apiKey, keyPlace(before)), keyEnding: keyEnding(change.apiKey) };
  return {
    ...before,
    ...key,
    baseUrl,
    name: change.name ?? before.name,
    costsNothing: change.costsNothing ?? before.costsNothing,
  };
}
