import type { Transaction } from "@cadre/engine";

const MOVE = `with moved as (
    update tasks set status = $2, version = version + 1, updated_at = cadre_now() where id = $1
    returning organization_id, id, status, version, round
  )
  insert into task_transitions (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id)
  select organization_id, id, $3, $4, status, version, round, 'agent', $5 from moved`;

/**
 * Carries a task to its end without a review, in two moves of its table and with the event of its completion. The product has no
 * such end: this is the least that a task can cost.
 */
export async function finishTask(tx: Transaction, taskId: string): Promise<void> {
  await tx.unit.query(MOVE, [taskId, "review", "submit", "in_progress", tx.actor.id]);
  await tx.unit.query(MOVE, [taskId, "completed", "accept", "review", tx.actor.id]);
  tx.unit.emit({ type: "task.completed", entity: { kind: "task", id: taskId }, payload: {}, actor: tx.actor });
}
