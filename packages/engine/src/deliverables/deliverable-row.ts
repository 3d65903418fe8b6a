import type { Deliverable } from "@cadre/domain";
import { Fault } from "@cadre/shared";

export type DeliverableRow = Omit<Deliverable, "tags" | "createdAt"> & {
  readonly tags: string;
  readonly createdAt: Date;
};

export const DELIVERABLE_COLUMNS = `id, project_id, task_id, submit_id, round, type, title, summary, reference, format, tags, version,
  blob_hash, bytes, created_by_kind, created_by_id, created_at`;

export function deliverableOf(row: DeliverableRow): Deliverable {
  return { ...row, tags: JSON.parse(row.tags) as string[], createdAt: row.createdAt.toISOString() };
}

export function missingDeliverable(deliverableId: string): never {
  throw new Fault("not-found", "deliverable.not-found", {
    message: `There is no deliverable ${deliverableId}. List the deliverables to find it.`,
  });
}
