import type { Transaction } from "@cadre/engine";

type Unit = Transaction["unit"];
type Batch = { readonly taskIds: string[]; readonly agentIds: string[]; readonly written: Promise<unknown> };

const open = new WeakMap<Unit, Batch>();

/**
 * Ends a task in the commit that ends its run, in one move of its table and with its event; tasks whose runs end together are written
 * together too. The product has no end without a review that is a success, so the task ends as failed: this is the least that a durable
 * task can cost.
 */
export async function finishTask({ unit, actor }: Transaction, taskId: string): Promise<void> {
  const batch = open.get(unit) ?? openBatch(unit);
  batch.taskIds.push(taskId);
  batch.agentIds.push(actor.id);
  await batch.written;
  unit.emit({ type: "task.failed", entity: { kind: "task", id: taskId }, payload: {}, actor });
}

/** Runs that end together ask for it in the same turn of the event loop; the statement leaves at its end. */
function openBatch(unit: Unit): Batch {
  const [taskIds, agentIds]: [string[], string[]] = [[], []];
  const written = Promise.resolve().then(() => {
    open.delete(unit);
    return unit.query(
      `with moved as (
         update tasks t set status = 'failed', version = t.version + 1, completed_at = cadre_now()
         from unnest((select $1::text[]), (select $2::text[])) as ended (id, agent_id) where t.id = ended.id
         returning t.organization_id, t.id, t.status, t.version, t.round, ended.agent_id
       )
       insert into task_transitions (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id)
       select organization_id, id, 'fail', 'in_progress', status, version, round, 'agent', agent_id from moved`,
      [taskIds, agentIds],
    );
  });
  const batch = { taskIds, agentIds, written };
  open.set(unit, batch);
  return batch;
}
