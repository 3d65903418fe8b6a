import type { Transaction } from "../../transaction.ts";
import { askPersonForReview } from "../moves/tell-parties.ts";
import { routeReview } from "../moves/route-review.ts";
import { lockTask, type TaskRow } from "../task-row.ts";

/**
 * Gives what waits for the verdict of a person who may judge no more to somebody who may, so that no review waits for nobody (I19). Tasks
 * that are not in review find their reviewer when they are submitted.
 */
export async function handOverReviews(tx: Transaction, personId: string): Promise<void> {
  const waiting = await tx.unit.query<{ id: string }>(
    `select id from tasks where organization_id = $1 and status = 'review' and reviewer_kind = 'person' and reviewer_id = $2
     order by id`,
    [tx.unit.organizationId, personId],
  );
  for (const { id } of waiting) await handOver(tx, id, personId);
}

async function handOver(tx: Transaction, taskId: string, personId: string): Promise<void> {
  const task = await lockTask(tx, taskId);
  if (task.status !== "review" || task.reviewerId !== personId) return;
  const reviewer = await routeReview(tx, task);
  const passed = await tx.unit.first<TaskRow>(
    `update tasks set reviewer_kind = $2, reviewer_id = $3, version = version + 1, updated_at = cadre_now()
     where id = $1 returning *`,
    [task.id, reviewer.kind, reviewer.id],
  );
  if (passed === undefined) return;
  tx.unit.emit({
    type: "task.edited",
    entity: { kind: "task", id: task.id },
    payload: { key: task.key, version: passed.version, fields: ["reviewer"] },
    actor: tx.actor,
  });
  await tx.approvals.cancelForTask(task.id, `${task.key} got another reviewer`);
  await askPersonForReview(tx, passed);
}
