import { type Actor, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { forgetRevisions } from "../../revisions/record-document.ts";
import { missingTeam } from "./team-row.ts";

/** Dissolves a team; its agents stay, without one. Faults: `access.role-missing`, `team.not-found`. */
export async function deleteTeam(deps: EngineDeps, actor: Actor, input: { readonly teamId: string }): Promise<void> {
  requireRole(actor, "admin", "dissolve teams");
  return transact(deps, actor, async (tx) => {
    const team = await tx.unit.first<{ id: string; name: string }>(
      "select id, name from teams where id = $1 and organization_id = $2 for update",
      [input.teamId, tx.unit.organizationId],
    );
    if (team === undefined) return missingTeam(input.teamId);
    await tx.unit.query(
      "update agents set team_id = null, version = version + 1 where team_id = $1 and organization_id = $2",
      [team.id, tx.unit.organizationId],
    );
    await tx.unit.query(
      `delete from revisions where organization_id = $2 and kind = 'announcement'
         and owner_id in (select id from announcements where team_id = $1)`,
      [team.id, tx.unit.organizationId],
    );
    await tx.unit.query("delete from teams where id = $1", [team.id]);
    await forgetRevisions(tx, team.id);
    tx.unit.emit({ type: "team.deleted", entity: { kind: "team", id: team.id }, payload: { name: team.name }, actor });
  });
}
