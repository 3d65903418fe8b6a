import { nextRunAt, TaskSchedule } from "@cadre/domain";
import { nextCronInstant } from "../../next-cron-instant.ts";
import { sqlNow } from "../../sql-now.ts";
import type { Transaction } from "../../transaction.ts";
import type { TaskRow } from "../task-row.ts";

/** The schedule of a row; it was validated when it was written. */
export function parseSchedule(stored: string | null): TaskSchedule | undefined {
  return stored === null ? undefined : TaskSchedule.parse(JSON.parse(stored));
}

/** When a task that now rests runs again on its schedule; null when it has none or is through with it. */
export async function nextRunOf(tx: Transaction, task: TaskRow): Promise<Date | null> {
  const schedule = parseSchedule(task.schedule);
  if (schedule === undefined) return null;
  const slot = await tx.unit.first<{ instant: Date }>(
    "select max(instant) as instant from schedule_slots where owner_kind = 'task' and owner_id = $1 having max(instant) is not null",
    [task.id],
  );
  const now = await sqlNow(tx.unit);
  return nextRunAt(schedule, { last: slot?.instant ?? now, runs: task.scheduleRuns, now }, nextCronInstant) ?? null;
}
