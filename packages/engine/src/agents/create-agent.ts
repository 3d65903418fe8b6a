import { type Actor, type Agent, type NewAgent, requireRole } from "@cadre/domain";
import { canonicalJson, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { beginDocuments } from "../revisions/record-document.ts";
import { requirePlace, storedSchedule } from "./agent-place.ts";
import { recordConfiguration } from "./agent-configuration.ts";
import { type AgentRow, readAgent, RETURNING_ROW } from "./agent-row.ts";

/** Hires an agent. Faults: `access.role-missing`, `team.not-found`, `agent.not-found` for its manager, `agent.bad-schedule`. */
export async function createAgent(deps: EngineDeps, actor: Actor, input: NewAgent): Promise<Agent> {
  requireRole(actor, "admin", "make agents");
  return transact(deps, actor, async (tx) => {
    const agentId = deps.newId("agent");
    await requirePlace(tx, { agentId, teamId: input.teamId ?? null, managerId: input.managerId ?? null });
    const row = await tx.unit.first<AgentRow>(
      `insert into agents (id, organization_id, team_id, manager_id, name, position, role_text, checklist_text, skills, settings,
         schedule)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ${RETURNING_ROW}`,
      [
        agentId,
        tx.unit.organizationId,
        input.teamId ?? null,
        input.managerId ?? null,
        storableText(input.name),
        input.position,
        storableText(input.roleText),
        storableText(input.checklistText),
        storableText(canonicalJson(input.skills)),
        canonicalJson(input.settings),
        input.schedule === undefined ? null : await storedSchedule(tx, input.schedule),
      ],
    );
    if (row === undefined) throw new Error(`Agent ${agentId} was not made.`);
    await recordConfiguration(tx, undefined, { row });
    await beginDocuments(tx, agentId, { role: row.roleText, checklist: row.checklistText });
    tx.unit.emit({
      type: "agent.created",
      entity: { kind: "agent", id: agentId },
      payload: { name: input.name, position: input.position },
      actor: tx.actor,
    });
    return readAgent(tx, agentId);
  });
}
