import { TASK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { spreadFraction } from "../spread-fraction.ts";

/** Spreads the runs that were missed while nothing ran over 2 to 15 minutes, so that a start is no stampede. Returns how many. */
export async function staggerOverdueTasks(deps: Pick<EngineDeps, "database">): Promise<number> {
  const overdue = await deps.database.query<{ id: string }>(
    `select id from tasks where next_run_at <= cadre_now() - make_interval(secs => $1::int / 1000.0)
       and schedule_paused_at is null and status in ('completed', 'failed')`,
    [TASK_LIMITS.scheduleStaggerMinMs],
  );
  const spanMs = TASK_LIMITS.scheduleStaggerMaxMs - TASK_LIMITS.scheduleStaggerMinMs;
  for (const { id } of overdue) {
    const delayMs = Math.round(TASK_LIMITS.scheduleStaggerMinMs + spanMs * spreadFraction(id));
    await deps.database.query(
      "update tasks set next_run_at = cadre_now() + make_interval(secs => $2::int / 1000.0) where id = $1 and next_run_at <= cadre_now()",
      [id, delayMs],
    );
  }
  return overdue.length;
}
