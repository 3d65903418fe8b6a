import { type Actor, type Deliverable, type NewLink, requireRole } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { createDeliverableIn } from "./create-deliverable.ts";
import { DELIVERABLE_COLUMNS, deliverableOf, type DeliverableRow } from "./deliverable-row.ts";

/**
 * Registers an address as a result of a task, of a project, or of everybody's; the same address of the same task becomes its next
 * version. Faults: `access.role-missing`, `task.not-found`, `project.not-found`.
 */
export async function addLink(deps: EngineDeps, actor: Actor, input: NewLink): Promise<Deliverable> {
  requireRole(actor, "member", "register results");
  return transact(deps, actor, async (tx) => {
    if (input.projectId !== undefined) await requireProject(tx, input.projectId);
    const id = await createDeliverableIn(tx, {
      type: "link",
      title: input.title,
      summary: input.summary,
      reference: input.url,
      tags: input.tags,
      blobHash: null,
      bytes: null,
      taskId: input.taskId,
      projectId: input.projectId,
    });
    const row = await tx.unit.first<DeliverableRow>(`select ${DELIVERABLE_COLUMNS} from deliverables where id = $1`, [
      id,
    ]);
    if (row === undefined) throw new Error(`Deliverable ${id} was made and is gone.`);
    return deliverableOf(row);
  });
}

async function requireProject(tx: Transaction, projectId: string): Promise<void> {
  const project = await tx.unit.first("select 1 from projects where id = $1 and organization_id = $2", [
    projectId,
    tx.unit.organizationId,
  ]);
  if (project !== undefined) return;
  throw new Fault("not-found", "project.not-found", {
    message: `There is no project ${projectId}. List the projects to find it.`,
    field: "projectId",
  });
}
