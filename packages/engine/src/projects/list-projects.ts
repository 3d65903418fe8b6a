import type { Actor, Project } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { PROJECT_COLUMNS, projectOf, type ProjectRow } from "./project-row.ts";

/** The organization's projects in the order they were made, archived ones included. */
export async function listProjects(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest = {},
): Promise<Page<Project>> {
  const size = pageSize(request);
  const rows = await deps.database.query<ProjectRow>(
    `select ${PROJECT_COLUMNS} from projects
     where organization_id = $1 and ($2::text is null or id > $2) order by id limit $3`,
    [actor.organizationId, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, projectOf);
}
