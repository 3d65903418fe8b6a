import { nextRunAt, type TaskSchedule } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { nextCronInstant } from "../../next-cron-instant.ts";

/**
 * When a schedule that began now would run, the next so many times; fewer when it ends before. Fault: `schedule.bad-cron` for an
 * expression that means nothing.
 */
export function previewSchedule(
  deps: Pick<EngineDeps, "now">,
  input: { readonly schedule: TaskSchedule; readonly count: number },
): { readonly instants: readonly string[] } {
  const { schedule, count } = input;
  refuseBadCron(schedule, deps.now());
  const instants: string[] = [];
  let moment = { last: deps.now(), now: deps.now(), runs: 0 };
  while (instants.length < count) {
    const next = nextRunAt(schedule, moment, nextCronInstant);
    if (next === undefined) break;
    instants.push(next.toISOString());
    moment = { last: next, now: next, runs: moment.runs + 1 };
  }
  return { instants };
}

function refuseBadCron(schedule: TaskSchedule, now: Date): void {
  if (!("cron" in schedule) || nextCronInstant(schedule.cron, schedule.timeZone, now) !== undefined) return;
  throw new Fault("invalid", "schedule.bad-cron", {
    message: `"${schedule.cron}" is not a cron expression. Use five fields, such as "0 9 * * 1-5".`,
    field: "schedule.cron",
  });
}
