import { type Actor, type Agent, type AgentChange, requireRole } from "@cadre/domain";
import { canonicalJson, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireVersion } from "../require-version.ts";
import type { Transaction } from "../transaction.ts";
import { requirePlace, storedSchedule } from "./agent-place.ts";
import { type AgentRow, lockAgent, readAgent } from "./agent-row.ts";

/**
 * Changes the fields that are given; settings are merged. Faults: `access.role-missing`, `agent.not-found`, `agent.stale`,
 * `team.not-found`, `agent.manager-cycle`, `agent.bad-schedule`.
 */
export async function updateAgent(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly agentId: string; readonly version: number; readonly change: AgentChange },
): Promise<Agent> {
  requireRole(actor, "admin", "change agents");
  return transact(deps, actor, async (tx) => {
    const before = await lockAgent(tx, input.agentId);
    requireVersion("agent", before, input);
    await writeChange(tx, before, input.change);
    tx.unit.emit({
      type: "agent.updated",
      entity: { kind: "agent", id: before.id },
      payload: { fields: Object.keys(input.change), version: before.version + 1 },
      actor: tx.actor,
    });
    return readAgent(tx, before.id);
  });
}

async function writeChange(tx: Transaction, before: AgentRow, change: AgentChange): Promise<void> {
  const teamId = change.teamId === undefined ? before.teamId : change.teamId;
  const managerId = change.managerId === undefined ? before.managerId : change.managerId;
  await requirePlace(tx, { agentId: before.id, teamId, managerId });
  await tx.unit.query(
    `update agents set team_id = $2, manager_id = $3, name = $4, position = $5, role_text = $6, checklist_text = $7, skills = $8,
       settings = $9, schedule = $10, version = version + 1
     where id = $1`,
    [
      before.id,
      teamId,
      managerId,
      storableText(change.name ?? before.name),
      change.position ?? before.position,
      storableText(change.roleText ?? before.roleText),
      storableText(change.checklistText ?? before.checklistText),
      change.skills === undefined ? before.skills : storableText(canonicalJson(change.skills)),
      canonicalJson({ ...JSON.parse(before.settings), ...change.settings }),
      change.schedule === undefined ? before.schedule : await storedSchedule(tx, change.schedule),
    ],
  );
}
