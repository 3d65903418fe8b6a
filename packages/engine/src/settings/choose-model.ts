import { type Actor, type LlmChoice, type LlmSettings, requireRole } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { readLlmSettings } from "./get-llm-settings.ts";
import { lockLlmProvider } from "./llm-provider-row.ts";

/**
 * Chooses the model of all agents that have none of their own; null goes back to the installation's environment. It holds from the next
 * call on. Faults: `access.role-missing`, `llm-provider.not-found`.
 */
export async function chooseDefaultModel(
  deps: EngineDeps,
  actor: Actor,
  choice: LlmChoice | null,
): Promise<LlmSettings> {
  requireRole(actor, "admin", "choose models");
  return transact(deps, actor, async (tx) => {
    await requireProvider(tx, choice);
    await tx.unit.query("update organizations set llm_provider_id = $2, llm_model = $3 where id = $1", [
      tx.unit.organizationId,
      choice?.providerId ?? null,
      choice?.model ?? null,
    ]);
    announce(tx, { kind: "organization", id: tx.unit.organizationId }, choice);
    return readLlmSettings(tx.unit, tx.unit.organizationId);
  });
}

/** Chooses the model of one agent; null lets it follow the default. Faults as above, and `agent.not-found`. */
export async function chooseAgentModel(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly agentId: string; readonly choice: LlmChoice | null },
): Promise<LlmSettings> {
  requireRole(actor, "admin", "choose models");
  const { agentId, choice } = input;
  return transact(deps, actor, async (tx) => {
    const agent = await tx.unit.first<{ id: string }>(
      "select id from agents where id = $1 and organization_id = $2 and deleted_at is null for no key update",
      [agentId, tx.unit.organizationId],
    );
    if (agent === undefined) {
      throw new Fault("not-found", "agent.not-found", {
        message: `There is no agent ${agentId}. List the agents to find one.`,
      });
    }
    await requireProvider(tx, choice);
    await tx.unit.query("update agents set llm_provider_id = $2, llm_model = $3 where id = $1", [
      agent.id,
      choice?.providerId ?? null,
      choice?.model ?? null,
    ]);
    announce(tx, { kind: "agent", id: agent.id }, choice);
    return readLlmSettings(tx.unit, tx.unit.organizationId);
  });
}

async function requireProvider(tx: Transaction, choice: LlmChoice | null): Promise<void> {
  if (choice !== null) await lockLlmProvider(tx, choice.providerId);
}

function announce(
  tx: Transaction,
  entity: { readonly kind: string; readonly id: string },
  choice: LlmChoice | null,
): void {
  tx.unit.emit({ type: "llm-settings.updated", entity, payload: { choice }, actor: tx.actor });
}
