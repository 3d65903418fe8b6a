import { type Actor, requireRole } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { type AgentRow, lockAgent } from "./agent-row.ts";

/**
 * Lets an agent go. Refused while tasks depend on it: open ones assigned to it, and those that wait for its verdict. Tasks that only
 * name it as reviewer go to a person when they are submitted; its mail is dropped, and its own agents get its manager.
 * Faults: `access.role-missing`, `agent.not-found`, `agent.has-open-work` with the keys of the tasks.
 */
export async function deleteAgent(deps: EngineDeps, actor: Actor, input: { readonly agentId: string }): Promise<void> {
  requireRole(actor, "admin", "delete agents");
  return transact(deps, actor, async (tx) => {
    const agent = await lockAgent(tx, input.agentId);
    await refuseOpenWork(tx, agent);
    await tx.unit.query("update agents set deleted_at = cadre_now(), version = version + 1 where id = $1", [agent.id]);
    await tx.unit.query(
      "update agents set manager_id = $2, version = version + 1 where manager_id = $1 and deleted_at is null",
      [agent.id, agent.managerId],
    );
    await tx.unit.query("update teams set manager_agent_id = null, version = version + 1 where manager_agent_id = $1", [
      agent.id,
    ]);
    await tx.mailbox.dropForAgent(agent.id);
    await tx.runs.stop({ agentId: agent.id }, { to: "cancelled", reason: "the agent was deleted" });
    tx.unit.emit({
      type: "agent.deleted",
      entity: { kind: "agent", id: agent.id },
      payload: { name: agent.name },
      actor: tx.actor,
    });
  });
}

async function refuseOpenWork(tx: Transaction, agent: AgentRow): Promise<void> {
  const open = await tx.unit.query<{ id: string; key: string }>(
    `select id, key from tasks
     where organization_id = $1 and (
       (assignee_id = $2 and status in ('pending', 'in_progress', 'blocked', 'review'))
       or (status = 'review' and reviewer_kind = 'agent' and reviewer_id = $2))
     order by number limit 20`,
    [tx.unit.organizationId, agent.id],
  );
  if (open.length === 0) return;
  const keys = open.map((task) => task.key);
  throw new Fault("conflict", "agent.has-open-work", {
    message: `${agent.name} still has open work: ${keys.join(", ")}. Reassign, finish or cancel it first.`,
    details: { tasks: open },
  });
}
