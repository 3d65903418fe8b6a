import type { Actor, Team } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { missingTeam, TEAM_COLUMNS, teamOf, type TeamRow } from "./team-row.ts";

/** One team of the organization. Fault: `team.not-found`. */
export async function getTeam(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly teamId: string },
): Promise<Team> {
  const [row] = await deps.database.query<TeamRow>(
    `select ${TEAM_COLUMNS} from teams where id = $1 and organization_id = $2`,
    [input.teamId, actor.organizationId],
  );
  return row === undefined ? missingTeam(input.teamId) : teamOf(row);
}
