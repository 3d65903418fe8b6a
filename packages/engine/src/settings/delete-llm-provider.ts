import { type Actor, requireRole } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { type LlmProviderRow, lockLlmProvider } from "./llm-provider-row.ts";

/**
 * Forgets a provider and its key. Refused while something uses it, since its work would change to another model unasked.
 * Faults: `access.role-missing`, `llm-provider.not-found`, `llm-provider.in-use`.
 */
export async function deleteLlmProvider(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly llmProviderId: string },
): Promise<void> {
  requireRole(actor, "admin", "delete model providers");
  return transact(deps, actor, async (tx) => {
    const provider = await lockLlmProvider(tx, input.llmProviderId);
    await refuseInUse(tx, provider);
    await tx.unit.query(
      "update agents set llm_provider_id = null, llm_model = null where organization_id = $1 and llm_provider_id = $2",
      [tx.unit.organizationId, provider.id],
    );
    await tx.unit.query("delete from llm_providers where id = $1", [provider.id]);
    tx.unit.emit({
      type: "llm-provider.deleted",
      entity: { kind: "llm-provider", id: provider.id },
      payload: { name: provider.name },
      actor: tx.actor,
    });
  });
}

async function refuseInUse(tx: Transaction, provider: LlmProviderRow): Promise<void> {
  const users = await tx.unit.query<{ name: string }>(
    `select name from agents where organization_id = $1 and llm_provider_id = $2 and deleted_at is null
     union all select 'the default' from organizations where id = $1 and llm_provider_id = $2 order by name`,
    [tx.unit.organizationId, provider.id],
  );
  if (users.length === 0) return;
  const names = users.map(({ name }) => name);
  throw new Fault("conflict", "llm-provider.in-use", {
    message: `${provider.name} is still used by ${names.join(", ")}. Choose another model there first.`,
    details: { usedBy: names },
  });
}
