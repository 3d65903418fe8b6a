import type { NextCronInstant } from "@cadre/domain";
import { CronExpressionParser } from "cron-parser";

const FIELDS = 5;
const SECOND_MS = 1_000;

/** The next instant of a cron expression of five fields in a time zone; undefined when it cannot be read or never comes. */
export const nextCronInstant: NextCronInstant = (cron, timeZone, after) => {
  return instantOf(cron, () => CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after }).next().toDate());
};

/** The newest instant of a cron expression up to and with a moment; undefined when it cannot be read or never came. */
export const lastCronInstant: NextCronInstant = (cron, timeZone, until) => {
  // Instants are whole seconds, and the parser looks before its date.
  const after = new Date(Math.floor(until.getTime() / SECOND_MS) * SECOND_MS + SECOND_MS);
  return instantOf(cron, () => CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after }).prev().toDate());
};

function instantOf(cron: string, reckon: () => Date): Date | undefined {
  if (cron.trim().split(/\s+/).length !== FIELDS) return undefined;
  try {
    return reckon();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
