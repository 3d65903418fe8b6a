import type { Deliverable } from "@cadre/domain";
import type { Transaction } from "../../transaction.ts";

type DeliverableRow = Omit<Deliverable, "tags" | "createdAt"> & { readonly tags: string; readonly createdAt: Date };

/** The deliverables of a task, every version, newest first. */
export async function readDeliverables(tx: Pick<Transaction, "unit">, taskId: string): Promise<Deliverable[]> {
  const rows = await tx.unit.query<DeliverableRow>(
    `select id, project_id, task_id, submit_id, round, type, title, summary, reference, format, tags, version, blob_hash, bytes,
       created_by_kind, created_by_id, created_at
     from deliverables where task_id = $1 and organization_id = $2 order by created_at desc, reference, version desc`,
    [taskId, tx.unit.organizationId],
  );
  return rows.map((row) => ({
    ...row,
    tags: JSON.parse(row.tags) as string[],
    createdAt: row.createdAt.toISOString(),
  }));
}
