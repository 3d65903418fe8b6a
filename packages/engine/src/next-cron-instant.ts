import type { NextCronInstant } from "@cadre/domain";
import { CronExpressionParser } from "cron-parser";

const FIELDS = 5;

/** The next instant of a cron expression of five fields in a time zone; undefined when it cannot be read or never comes. */
export const nextCronInstant: NextCronInstant = (cron, timeZone, after) => {
  if (cron.trim().split(/\s+/).length !== FIELDS) return undefined;
  try {
    return CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after }).next().toDate();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
};
