import { nextRunAt, type TaskSchedule } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { nextCronInstant } from "../../next-cron-instant.ts";
import { requireCron } from "./require-cron.ts";

/**
 * When a schedule that began now would run, the next so many times; fewer when it ends before. Fault: `schedule.bad-cron` for an
 * expression that means nothing.
 */
export function previewSchedule(
  deps: Pick<EngineDeps, "now">,
  input: { readonly schedule: TaskSchedule; readonly count: number },
): { readonly instants: readonly string[] } {
  const { schedule, count } = input;
  requireCron(schedule, deps.now());
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
