import { type Actor, type Project, type ProjectChange, requireRole } from "@cadre/domain";
import { canonicalJson, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireGrantable } from "../repository-location.ts";
import { requireVersion } from "../require-version.ts";
import { lockProject, PROJECT_COLUMNS, projectOf, type ProjectRow } from "./project-row.ts";

/**
 * Changes the fields that are given; the key stays. Faults: `access.role-missing`, `project.not-found`, `project.stale`,
 * `project.folder-not-grantable`.
 */
export async function updateProject(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly projectId: string; readonly version: number; readonly change: ProjectChange },
): Promise<Project> {
  requireRole(actor, "admin", "change projects");
  await requireGrantable(deps, actor.organizationId, input.change.repositories ?? []);
  return transact(deps, actor, async (tx) => {
    const before = await lockProject(tx, input.projectId);
    requireVersion("project", before, input);
    const { change } = input;
    const row = await tx.unit.first<ProjectRow>(
      `update projects set name = $2, description = $3, repositories = $4, governance = $5, version = version + 1,
         archived_at = case when $6 then coalesce(archived_at, cadre_now()) end
       where id = $1 returning ${PROJECT_COLUMNS}`,
      [
        before.id,
        storableText(change.name ?? before.name),
        storableText(change.description ?? before.description),
        change.repositories === undefined ? before.repositories : storableText(canonicalJson(change.repositories)),
        change.governance === undefined ? before.governance : mergedGovernance(before.governance, change.governance),
        change.isArchived ?? before.archivedAt !== null,
      ],
    );
    tx.unit.emit({
      type: "project.updated",
      entity: { kind: "project", id: before.id },
      payload: { fields: Object.keys(change), version: before.version + 1 },
      actor: tx.actor,
    });
    return projectOf(row ?? before);
  });
}

function mergedGovernance(before: string, change: NonNullable<ProjectChange["governance"]>): string {
  return canonicalJson({ ...JSON.parse(before), ...change });
}
