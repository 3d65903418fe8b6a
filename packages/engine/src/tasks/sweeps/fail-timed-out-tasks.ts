import { TASK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { sweepTasks, type SweptTask } from "./sweep-tasks.ts";

/** Fails tasks that have been in progress for longer than their own time limit, counted from their last move. Returns the ids. */
export async function failTimedOutTasks(deps: EngineDeps): Promise<string[]> {
  const late = await deps.database.query<SweptTask>(
    `select t.id, t.organization_id, t.version from tasks t
     where t.status = 'in_progress' and t.timeout_ms is not null
       and (select max(r.created_at) from task_transitions r where r.task_id = t.id)
         <= cadre_now() - make_interval(secs => t.timeout_ms / 1000.0)
     order by t.id limit $1`,
    [TASK_LIMITS.sweepBatch],
  );
  return sweepTasks(deps, late, { id: "timeout", move: "fail", note: "Its time limit passed." });
}
