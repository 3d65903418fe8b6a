/**
 * Queued runs that a claim would take now: due, nobody paused, a free slot in their lane, a worker alive that is new enough. Of a
 * full lane only as many as have a slot. `where` narrows `r`; the result has id, fence and priority, the longest waiting first.
 */
export function claimableRuns(where: string): string {
  return `
    select id, fence, priority from (
      select r.id, r.fence, r.priority, r.queued_at, r.lane,
        row_number() over (partition by r.agent_id, r.lane order by r.priority, r.queued_at, r.id) as place,
        case when r.lane = 'task' then coalesce((a.settings::jsonb ->> 'maxConcurrentTasks')::int, 1) else 1 end
          - (select count(*) from runs busy where busy.agent_id = r.agent_id and busy.lane = r.lane
               and busy.status = 'running') as free_slots
      from runs r
      join agents a on a.id = r.agent_id and a.paused_at is null and a.deleted_at is null
      join organizations o on o.id = r.organization_id and o.paused_at is null
      where r.status = 'queued' and ${where}
        and (r.not_before is null or r.not_before <= cadre_now())
        and not exists (select 1 from runs s where s.session_id = r.session_id and s.status = 'running')
        and not exists (select 1 from tasks t where t.id = r.task_id and r.kind = 'task' and t.paused_by is not null)
    ) due
    where lane = 'chat' or place <= free_slots
    order by queued_at, id`;
}
