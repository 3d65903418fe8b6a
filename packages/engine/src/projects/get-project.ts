import type { Actor, Project } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { missingProject, PROJECT_COLUMNS, projectOf, type ProjectRow } from "./project-row.ts";

/** One project of the organization, archived ones included. Fault: `project.not-found`. */
export async function getProject(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly projectId: string },
): Promise<Project> {
  const [row] = await deps.database.query<ProjectRow>(
    `select ${PROJECT_COLUMNS} from projects where id = $1 and organization_id = $2`,
    [input.projectId, actor.organizationId],
  );
  return row === undefined ? missingProject(input.projectId) : projectOf(row);
}
