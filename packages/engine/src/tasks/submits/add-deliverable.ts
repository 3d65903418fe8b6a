import type { SnapshotFile } from "@cadre/domain";
import { canonicalJson, storableText } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";
import type { NewDeliverable } from "./take-snapshot.ts";

export type SubmittedDeliverable = NewDeliverable & {
  readonly title: string;
  readonly task: {
    readonly id: string;
    readonly projectId: string;
    readonly round: number;
    readonly submitId: string;
  };
  /** The stored bytes, when it is one file. */
  readonly file: SnapshotFile | undefined;
};

/** Registers a result. The same reference of the same task becomes its next version. */
export async function addDeliverable(tx: Transaction, deliverable: SubmittedDeliverable): Promise<string> {
  const id = tx.deps.newId("deliverable");
  const { task, file } = deliverable;
  await tx.unit.query(
    `insert into deliverables (id, organization_id, project_id, task_id, submit_id, round, type, title, summary, reference, format,
       tags, version, blob_hash, bytes, created_by_kind, created_by_id)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
       1 + coalesce((select max(version) from deliverables where task_id = $4 and reference = $10), 0), $13, $14, $15, $16`,
    [
      id,
      tx.unit.organizationId,
      task.projectId,
      task.id,
      task.submitId,
      task.round,
      deliverable.type,
      storableText(deliverable.title),
      storableText(deliverable.summary ?? ""),
      storableText(deliverable.reference),
      null,
      canonicalJson([]),
      file?.sha256 ?? null,
      file?.bytes ?? null,
      tx.actor.kind,
      tx.actor.id,
    ],
  );
  tx.unit.emit({
    type: "deliverable.created",
    entity: { kind: "deliverable", id },
    payload: { taskId: task.id, type: deliverable.type, title: deliverable.title, reference: deliverable.reference },
    actor: tx.actor,
  });
  return id;
}
