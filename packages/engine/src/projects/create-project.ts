import { type Actor, type NewProject, type Project, requireRole } from "@cadre/domain";
import { canonicalJson, Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireGrantable } from "../repository-location.ts";
import { PROJECT_COLUMNS, projectOf, type ProjectRow } from "./project-row.ts";

/** Makes a project. Faults: `access.role-missing`, `project.folder-not-grantable`; `project.key-taken`, because task keys must stay unique. */
export async function createProject(deps: EngineDeps, actor: Actor, input: NewProject): Promise<Project> {
  requireRole(actor, "admin", "make projects");
  await requireGrantable(deps, actor.organizationId, input.repositories);
  return transact(deps, actor, async (tx) => {
    const row = await tx.unit.first<ProjectRow>(
      `insert into projects (id, organization_id, key, name, description, repositories, governance)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (organization_id, key) do nothing
       returning ${PROJECT_COLUMNS}`,
      [
        deps.newId("project"),
        tx.unit.organizationId,
        input.key,
        storableText(input.name),
        storableText(input.description),
        storableText(canonicalJson(input.repositories)),
        canonicalJson(input.governance),
      ],
    );
    if (row === undefined) {
      throw new Fault("conflict", "project.key-taken", {
        message: `Another project has the key ${input.key}. Choose another key.`,
        field: "key",
      });
    }
    tx.unit.emit({
      type: "project.created",
      entity: { kind: "project", id: row.id },
      payload: { key: row.key, name: row.name },
      actor: tx.actor,
    });
    return projectOf(row);
  });
}
