import { TASK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { sweepTasks, type SweptTask } from "./sweep-tasks.ts";

/**
 * Archives what ended long ago: completed after 30 days, failed, rejected and cancelled after 7 (M81). What somebody still talks
 * about, what waits for its next scheduled run, and what an open task waits for stays. Returns the ids.
 */
export async function archiveOldTasks(deps: EngineDeps): Promise<string[]> {
  const old = await deps.database.query<SweptTask>(
    `select t.id, t.organization_id, t.version from tasks t
     where t.status in ('completed', 'failed', 'rejected', 'cancelled')
       and (t.next_run_at is null or t.schedule_paused_at is not null)
       and (select max(r.created_at) from task_transitions r where r.task_id = t.id) <= cadre_now()
         - make_interval(days => case when t.status = 'completed' then $1::int else $2::int end)
       and not exists (select 1 from task_comments c where c.task_id = t.id
         and c.created_at > cadre_now() - make_interval(days => $3::int))
       and not exists (select 1 from task_dependencies d join tasks w on w.id = d.task_id
         where d.blocker_id = t.id and w.status in ('pending', 'in_progress', 'blocked', 'review'))
     order by t.id limit $4`,
    [
      TASK_LIMITS.archiveCompletedAfterDays,
      TASK_LIMITS.archiveTerminalAfterDays,
      TASK_LIMITS.archiveQuietCommentDays,
      TASK_LIMITS.sweepBatch,
    ],
  );
  return sweepTasks(deps, old, { id: "archive", move: "archive", note: "Ended long ago" });
}
