import type { Transaction } from "@cadre/engine";

/**
 * Ends a task in the commit that ends its run, in one move of its table and with its event. The product has no end without a review
 * that is a success, so the task ends as failed: this is the least that a durable task can cost.
 */
export async function finishTask(tx: Transaction, taskId: string): Promise<void> {
  await tx.unit.query(
    `with moved as (
       update tasks set status = 'failed', version = version + 1, completed_at = cadre_now() where id = $1
       returning organization_id, id, status, version, round
     )
     insert into task_transitions (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id)
     select organization_id, id, 'fail', 'in_progress', status, version, round, 'agent', $2 from moved`,
    [taskId, tx.actor.id],
  );
  tx.unit.emit({ type: "task.failed", entity: { kind: "task", id: taskId }, payload: {}, actor: tx.actor });
}
