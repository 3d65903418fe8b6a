import type { TaskSchedule } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import { nextCronInstant } from "../../next-cron-instant.ts";

/** Faults with `schedule.bad-cron` for a cron expression that means no instant. */
export function requireCron(schedule: TaskSchedule | null | undefined, now: Date): void {
  if (schedule === undefined || schedule === null || !("cron" in schedule)) return;
  if (nextCronInstant(schedule.cron, schedule.timeZone, now) !== undefined) return;
  throw new Fault("invalid", "schedule.bad-cron", {
    message: `"${schedule.cron}" names no time. Use five fields, such as "0 9 * * 1-5".`,
    field: "schedule.cron",
  });
}
