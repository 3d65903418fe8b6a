import type { Alongside } from "@cadre/engine";

/**
 * Ends tasks in the commit that ends their runs: one move of their table, and an event for each. The product has no end without a review
 * that is a success, so a task ends as failed: this is the least that a durable task can cost.
 */
export const finishTasks = (({ unit }, claims) => {
  unit.send(
    `with moved as (
       update tasks t set status = 'failed', version = t.version + 1, completed_at = cadre_now()
       from unnest($1::text[], $2::text[]) as ended (id, agent_id) where t.id = ended.id
       returning t.organization_id, t.id, t.status, t.version, t.round, ended.agent_id
     ), move as (
       insert into task_transitions (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id)
       select organization_id, id, 'fail', 'in_progress', status, version, round, 'agent', agent_id from moved
     )
     insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id)
     select format('evt_%s_%s', id, version), organization_id, 'task.failed', 'task', id, '{}', 'agent', agent_id from moved`,
    [claims.map(({ taskId }) => taskId ?? ""), claims.map(({ agentId }) => agentId)],
  );
}) satisfies Alongside;
