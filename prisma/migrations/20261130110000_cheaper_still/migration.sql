-- What every claim and end of a run pays for, made cheaper once more (PERF-P4, PERF-P5). Nothing that is stored changes.

-- A pattern begins anew at each row, and takes ten times as long as looking a word up. The list of words is written as one text, since
-- every statement that writes the table reads it again, and is taken apart once in each statement.
alter table tasks
  drop constraint tasks_status_check, drop constraint tasks_priority_check, drop constraint tasks_reviewer_kind_check,
  drop constraint tasks_created_by_kind_check,
  add constraint tasks_status_check check (status = any (string_to_array(
    'pending in_progress blocked review completed failed rejected cancelled archived', ' '))),
  add constraint tasks_priority_check check (priority = any (string_to_array('critical high medium low', ' '))),
  add constraint tasks_reviewer_kind_check check (reviewer_kind = any (string_to_array('agent person', ' '))),
  add constraint tasks_created_by_kind_check check (created_by_kind = any (string_to_array('person agent system', ' ')));
alter table mailbox_items
  drop constraint mailbox_items_lane_check, drop constraint mailbox_items_status_check,
  add constraint mailbox_items_lane_check check (lane = any (string_to_array('focus task chat', ' '))),
  add constraint mailbox_items_status_check check (status = any (string_to_array(
    'queued processing completed deferred merged dropped', ' ')));
alter table runs
  drop constraint runs_kind_check, drop constraint runs_lane_check, drop constraint runs_status_check,
  add constraint runs_kind_check check (kind = any (string_to_array('task turn node no_op', ' '))),
  add constraint runs_lane_check check (lane = any (string_to_array('focus task chat', ' '))),
  add constraint runs_status_check check (status = any (string_to_array(
    'queued running waiting succeeded incomplete failed cancelled', ' ')));
alter table attempts
  drop constraint attempts_status_check,
  add constraint attempts_status_check check (status = any (string_to_array(
    'running finished parked preempted drained lost cancelled', ' ')));
alter table tool_calls
  drop constraint tool_calls_effect_check, drop constraint tool_calls_status_check,
  add constraint tool_calls_effect_check check (effect = any (string_to_array('read write external', ' '))),
  add constraint tool_calls_status_check check (status = any (string_to_array(
    'recorded awaiting_approval started done failed unknown denied', ' ')));
alter table model_calls
  drop constraint model_calls_status_check,
  add constraint model_calls_status_check check (status = any (string_to_array('reserved done failed aborted', ' ')));

-- Moves that state_pairs allows are known to the trigger in the same way. As before, the function is asked about any other.
create or replace function cadre_know_moves() returns void language plpgsql as $$
declare
  known record;
begin
  for known in
    select machine, rel, string_agg(format('%s>%s', from_state, to_state), ' ' order by from_state, to_state) as moves
    from (values ('task', 'tasks'), ('run', 'runs'), ('attempt', 'attempts'), ('item', 'mailbox_items'), ('call', 'tool_calls'))
      as machines (name, rel) join state_pairs on machine = name
    group by machine, rel
  loop
    execute format(
      'create or replace trigger %I before update of status on %I for each row
       when (old.status <> new.status and old.status || ''>'' || new.status <> all (string_to_array(%L, '' '')))
       execute function cadre_check_move(%L)',
      known.rel || '_move', known.rel, known.moves, known.machine);
  end loop;
end $$;
select cadre_know_moves();

-- Claims the best queued runs of the hinted runs' agents and lanes for a live worker: in a lane as many as were hinted at and have a
-- slot, of the chat lane only the hinted runs. Returns nothing where nothing may start: lane full, agent or organization paused, due
-- later, session busy, or worker without lease. Moving the fence waits for a writer that still holds the old pair (I2), for as long as
-- p_patience allows. It fails with unique_violation when somebody else took a slot meanwhile, and nothing is claimed then.
-- Small statements choose, one writes: a statement that does all of it takes longer to begin than to run.
create or replace function cadre_claim_runs(p_hints text[], p_worker text, p_version int, p_patience text)
returns table (id text, organization_id text, agent_id text, worker_id text, kind text, scenario text, lane text, priority int, fence int,
  task_id text, round int, item_id text, session_id text, step int, losses int, loss_step int, losses_at_step int, is_simulated boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  moment timestamptz := cadre_now();
  -- Not a word of the text: a plan that can tell would read the whole index of queued runs instead of looking some up by their ids.
  is_queued text := 'queued';
  hinted record;
  wanted int;
  place int;
  chosen text;
  chosen_item text;
  chosen_items text[] := '{}';
  chosen_ids text[] := '{}';
  chosen_slots int[] := '{}';
begin
  p_patience := set_config('lock_timeout', p_patience, true);

  -- Pause and emergency stop update these rows, so they wait for this claim or this claim sees them (I6). The statements below see what
  -- this one had to wait for.
  for hinted in
    select h.agent_id, h.lane, h.only_id, h.hints, case h.lane when 'task' then coalesce((a.settings::jsonb ->> 'maxConcurrentTasks')::int, 1) else 1 end as slots
    from (
      select r.agent_id, r.lane, case r.lane when 'chat' then r.id end as only_id, count(*) as hints
      from runs r where r.id = any (p_hints) and r.status = is_queued
      group by r.agent_id, r.lane, only_id offset 0
    ) h join agents a on a.id = h.agent_id join organizations o on o.id = a.organization_id
    join workers w on w.id = p_worker and w.stopped_at is null and w.lease_until > moment
    where a.paused_at is null and a.deleted_at is null and o.paused_at is null
    order by h.agent_id, h.lane, h.only_id for share of a, o
  loop
    wanted := hinted.hints;
    for place in 1 .. hinted.slots loop
      -- A lane is sorted first, and whether a run may start is asked of the best ones only.
      select r.id, r.item_id into chosen, chosen_item from (
        select r.id, r.queued_at, greatest(0, r.priority - floor(date_part('epoch', moment - r.queued_at) / 600)) as rank
        from runs r
        where r.agent_id = hinted.agent_id and r.lane = hinted.lane and r.status = 'queued'
          and (hinted.only_id is null or r.id = hinted.only_id)
        order by rank, queued_at, id offset 0
      ) waiting join runs r on r.id = waiting.id
      where r.status = is_queued and (r.not_before is null or r.not_before <= moment) and r.min_worker_version <= p_version
        and r.id <> all (chosen_ids)
        and (hinted.lane = 'chat' or (select 1 from runs busy where busy.agent_id = hinted.agent_id and busy.lane = hinted.lane
          and busy.lane_slot = place and busy.status = 'running' limit 1) is null)
        and (select 1 from runs s where s.session_id = r.session_id and s.status = 'running' limit 1) is null
        and (select 1 from tasks t where t.id = r.task_id and r.kind = 'task' and t.paused_by is not null limit 1) is null
      order by waiting.rank, waiting.queued_at, waiting.id limit 1 for no key update of r skip locked;
      continue when not found;
      chosen_ids := chosen_ids || chosen;
      if chosen_item is not null then chosen_items := chosen_items || chosen_item; end if;
      chosen_slots := chosen_slots || case when hinted.lane <> 'chat' then place end;
      wanted := wanted - 1;
      exit when wanted = 0;
    end loop;
  end loop;
  if chosen_ids = '{}' then return; end if;

  return query
  with claimed as (
    update runs r set status = 'running', fence = r.fence + 1, worker_id = p_worker, lane_slot = best.slot,
      started_at = coalesce(r.started_at, moment), not_before = null
    from unnest(chosen_ids, chosen_slots) as best (id, slot) where r.id = best.id
    returning r.id, r.organization_id, r.agent_id, r.worker_id, r.kind, r.scenario, r.lane, r.priority, r.fence, r.task_id, r.round,
      r.item_id, r.session_id, r.step, r.losses, r.loss_step, r.losses_at_step, r.is_simulated
  ), attempt as (
    insert into attempts (run_id, fence, organization_id, worker_id, first_step, started_at)
    select id, fence, organization_id, p_worker, step, moment from claimed
  ), event as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id, created_at)
    select 'evt_' || id || '_run.started_' || fence, organization_id, 'run.started', 'run', id,
      json_build_object('agentId', agent_id, 'taskId', task_id, 'kind', kind, 'lane', lane, 'fence', fence)::text,
      'agent', agent_id, moment
    from claimed
  )
  select * from claimed;

  -- Most runs are of tasks and have no mail: they do not pay for beginning this.
  if chosen_items <> '{}' then
    update mailbox_items m set status = 'processing', started_at = coalesce(m.started_at, moment), attempts = m.attempts + 1
    where m.id = any (chosen_items) and m.status = is_queued;
  end if;
end $$;
