import type { Actor, Team } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../../page.ts";
import { TEAM_COLUMNS, teamOf, type TeamRow } from "./team-row.ts";

/** The organization's teams, in the order they were made. */
export async function listTeams(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest = {},
): Promise<Page<Team>> {
  const size = pageSize(request);
  const rows = await deps.database.query<TeamRow>(
    `select ${TEAM_COLUMNS} from teams where organization_id = $1 and ($2::text is null or id > $2) order by id limit $3`,
    [actor.organizationId, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, teamOf);
}
