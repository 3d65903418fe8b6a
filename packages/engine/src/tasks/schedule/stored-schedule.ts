import { type NextCronInstant, nextRunAt, TaskSchedule } from "@cadre/domain";
import { CronExpressionParser } from "cron-parser";
import type { Transaction } from "../../transaction.ts";
import type { TaskRow } from "../task-row.ts";

/** The schedule of a row; it was validated when it was written. */
export function parseSchedule(stored: string | null): TaskSchedule | undefined {
  return stored === null ? undefined : TaskSchedule.parse(JSON.parse(stored));
}

/** The next instant of a cron expression in a time zone; undefined when the expression cannot be read. */
const nextCronInstant: NextCronInstant = (cron, timeZone, after) => {
  try {
    return CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after }).next().toDate();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
};

/** When a task that now rests runs again on its schedule; null when it has none or is through with it. */
export async function nextRunOf(tx: Transaction, task: TaskRow): Promise<Date | null> {
  const schedule = parseSchedule(task.schedule);
  if (schedule === undefined) return null;
  const slot = await tx.unit.first<{ instant: Date }>(
    "select max(instant) as instant from schedule_slots where owner_kind = 'task' and owner_id = $1 having max(instant) is not null",
    [task.id],
  );
  const now = tx.deps.now();
  return nextRunAt(schedule, { last: slot?.instant ?? now, runs: task.scheduleRuns, now }, nextCronInstant) ?? null;
}
