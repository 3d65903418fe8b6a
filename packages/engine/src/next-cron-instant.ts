import type { NextCronInstant } from "@cadre/domain";
import { CronExpressionParser } from "cron-parser";

/** The next instant of a cron expression in a time zone; undefined when the expression cannot be read. */
export const nextCronInstant: NextCronInstant = (cron, timeZone, after) => {
  try {
    return CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after }).next().toDate();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
};
