import { canonicalJson, storableText } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

export type NewDeliverableRow = {
  readonly type: "file" | "directory" | "link";
  readonly title: string;
  readonly summary: string;
  readonly reference: string;
  readonly format?: string | undefined;
  readonly tags: readonly string[];
  readonly blobHash: string | null;
  readonly bytes: number | null;
  readonly taskId: string | undefined;
  /** Of what belongs to no task; the task's own otherwise. */
  readonly projectId?: string | undefined;
};

/** Registers a result outside a submit; the same reference of the same task becomes its next version. Its maker wrote in the round. */
export async function createDeliverableIn(tx: Transaction, row: NewDeliverableRow): Promise<string> {
  const id = tx.deps.newId("deliverable");
  const task = row.taskId === undefined ? undefined : await tx.tasks.get(row.taskId);
  await tx.unit.query(
    `insert into deliverables (id, organization_id, project_id, task_id, round, type, title, summary, reference, format, tags,
       version, blob_hash, bytes, created_by_kind, created_by_id)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
       1 + coalesce((select max(version) from deliverables where task_id = $4 and reference = $9), 0), $12, $13, $14, $15`,
    [
      id,
      tx.unit.organizationId,
      task?.projectId ?? row.projectId ?? null,
      task?.id ?? null,
      task?.round ?? null,
      row.type,
      storableText(row.title),
      storableText(row.summary),
      storableText(row.reference),
      row.format ?? null,
      storableText(canonicalJson(row.tags)),
      row.blobHash,
      row.bytes,
      tx.actor.kind,
      tx.actor.id,
    ],
  );
  if (task !== undefined && tx.actor.kind === "agent") await tx.tasks.addAuthor(task.id, tx.actor.id);
  tx.unit.emit({
    type: "deliverable.created",
    entity: { kind: "deliverable", id },
    payload: { taskId: task?.id, type: row.type, title: row.title, reference: row.reference },
    actor: tx.actor,
  });
  return id;
}
