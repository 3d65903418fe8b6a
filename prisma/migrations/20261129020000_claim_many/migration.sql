-- Claims for several hints at once. Most of what a claim costs is the same for one run and for fifty (PERF-P3, PERF-P4).

-- Claims the best queued runs of the hinted runs' agents and lanes for a live worker: in a lane as many as were hinted at and have a
-- slot, of the chat lane only the hinted runs. Returns nothing where nothing may start: lane full, agent or organization paused, due
-- later, session busy, or worker without lease. Moving the fence waits for a writer that still holds the old pair (I2), for as long as
-- p_patience allows. It fails with unique_violation when somebody else took a slot meanwhile, and nothing is claimed then.
create function cadre_claim_runs(p_hints text[], p_worker text, p_version int, p_patience text) returns setof runs language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  moment timestamptz := cadre_now();
  -- Not a word of the text: a plan that can tell would read the whole index of queued runs instead of looking some up by their ids.
  is_queued text := 'queued';
  open_agents text[];
  task_slots int[];
begin
  perform set_config('lock_timeout', p_patience, true);
  perform 1 from workers where id = p_worker and stopped_at is null and lease_until > moment;
  if not found then return; end if;

  -- Pause and emergency stop update these rows, so they wait for this claim or this claim sees them (I6). A statement of its own: the
  -- next one sees what this one had to wait for.
  select array_agg(id), array_agg(slots) into open_agents, task_slots from (
    select a.id, coalesce((a.settings::jsonb ->> 'maxConcurrentTasks')::int, 1) as slots
    from agents a join organizations o on o.id = a.organization_id
    where a.id in (select r.agent_id from runs r where r.id = any (p_hints) and r.status = is_queued)
      and a.paused_at is null and a.deleted_at is null and o.paused_at is null
    order by a.id for share) open;
  if open_agents is null then return; end if;

  -- Each look at running runs is a query with a limit of one: as a join it would read all of them while the table is small. A lane is
  -- sorted first, and whether a run may start is asked of the best ones only.
  return query
  with hinted as materialized (
    select r.agent_id, r.lane, case r.lane when 'chat' then r.id end as only_id, count(*) as hints
    from runs r where r.id = any (p_hints) and r.status = is_queued
    group by r.agent_id, r.lane, only_id
  ), room as materialized (
    select h.agent_id, h.lane, h.only_id, h.hints, array_agg(place.slot order by place.slot) as slots
    from hinted h
    join unnest(open_agents, task_slots) as a (id, slots) on a.id = h.agent_id
    cross join lateral generate_series(1, case h.lane when 'task' then a.slots else 1 end) as place (slot)
    where h.lane = 'chat' or (
      select 1 from runs busy
      where busy.agent_id = h.agent_id and busy.lane = h.lane and busy.lane_slot = place.slot and busy.status = 'running'
      limit 1) is null
    group by h.agent_id, h.lane, h.only_id, h.hints
  ), best as materialized (
    select chosen.id, case when room.lane <> 'chat' then room.slots[chosen.nth] end as slot
    from room cross join lateral (
      select locked.id, row_number() over () as nth from (
        select r.id from (
          select id, queued_at, greatest(0, priority - floor(extract(epoch from moment - queued_at) / 600))::int as rank
          from runs
          where agent_id = room.agent_id and lane = room.lane and status = 'queued' and (room.only_id is null or id = room.only_id)
          order by rank, queued_at, id offset 0
        ) waiting join runs r on r.id = waiting.id
        where r.status = is_queued and (r.not_before is null or r.not_before <= moment) and r.min_worker_version <= p_version
          and (select 1 from runs s where s.session_id = r.session_id and s.status = 'running' limit 1) is null
          and (select 1 from tasks t where t.id = r.task_id and r.kind = 'task' and t.paused_by is not null limit 1) is null
        order by waiting.rank, waiting.queued_at, waiting.id
        limit least(room.hints, cardinality(room.slots)) for no key update of r skip locked
      ) locked
    ) chosen
  ), claimed as (
    update runs r set status = 'running', fence = r.fence + 1, worker_id = p_worker, lane_slot = best.slot,
      started_at = coalesce(r.started_at, moment), not_before = null
    from best where r.id = best.id
    returning r.*
  ), attempt as (
    insert into attempts (run_id, fence, organization_id, worker_id, first_step, started_at)
    select id, fence, organization_id, p_worker, step, moment from claimed
  ), item as (
    update mailbox_items m set status = 'processing', started_at = coalesce(m.started_at, moment), attempts = m.attempts + 1
    from claimed where m.id = claimed.item_id and m.status = is_queued
  ), event as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id, created_at)
    select 'evt_' || id || '_run.started_' || fence, organization_id, 'run.started', 'run', id,
      json_build_object('agentId', agent_id, 'taskId', task_id, 'kind', kind, 'lane', lane, 'fence', fence)::text,
      'agent', agent_id, moment
    from claimed
  )
  select * from claimed;
end $$;

drop function cadre_claim_run(text, text, int);
