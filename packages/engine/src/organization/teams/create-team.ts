import { type Actor, type NewTeam, requireRole, type Team } from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { beginDocuments } from "../../revisions/record-document.ts";
import { TEAM_COLUMNS, teamOf, type TeamRow } from "./team-row.ts";

/** Makes a team. Faults: `access.role-missing`, `agent.not-found` for its manager. */
export async function createTeam(deps: EngineDeps, actor: Actor, team: NewTeam): Promise<Team> {
  requireRole(actor, "admin", "make teams");
  return transact(deps, actor, async (tx) => {
    const row = await tx.unit.first<TeamRow>(
      `insert into teams (id, organization_id, name, manager_agent_id, announcements_text, norms_text)
       select $1, $2, $3, $4, $5, $6
       where $4::text is null or exists (
         select 1 from agents where id = $4 and organization_id = $2 and deleted_at is null)
       returning ${TEAM_COLUMNS}`,
      [
        deps.newId("team"),
        tx.unit.organizationId,
        storableText(team.name),
        team.managerAgentId ?? null,
        storableText(team.announcementsText),
        storableText(team.normsText),
      ],
    );
    if (row === undefined) {
      throw new Fault("not-found", "agent.not-found", {
        message: `There is no agent ${team.managerAgentId ?? ""} to manage the team.`,
        field: "managerAgentId",
      });
    }
    await beginDocuments(tx, row.id, { announcements: row.announcementsText, norms: row.normsText });
    tx.unit.emit({
      type: "team.created",
      entity: { kind: "team", id: row.id },
      payload: { name: row.name },
      actor: tx.actor,
    });
    return teamOf(row);
  });
}
