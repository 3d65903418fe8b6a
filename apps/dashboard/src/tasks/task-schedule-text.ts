import type { TaskDetail } from "../api/queries/tasks.ts";

type TaskSchedule = NonNullable<TaskDetail["schedule"]>;

/** When a task runs, for people: `every 4h`, `at 0 9 * * 1 (Europe/Berlin)`, `once`; and how often at most. */
export function taskScheduleText(schedule: TaskSchedule): string {
  const { maxRuns } = schedule;
  const most = maxRuns === undefined || "runAt" in schedule ? "" : `, at most ${maxRuns} times`;
  if ("runAt" in schedule) return `once, ${new Date(schedule.runAt).toLocaleString()}`;
  if ("every" in schedule) return `every ${schedule.every}${most}`;
  return `at ${schedule.cron} (${schedule.timeZone})${most}`;
}
