import { z } from "zod";

/** ISO 8601 begins with a year 0, which the database does not know, and ends with the year 9999, also for a time that says its offset. */
function isInStoredYears(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

const outside = { error: "must be in the years 1 to 9999" };

/** A moment that comes from outside, in UTC. */
export const GivenInstant = z.iso.datetime().refine(isInStoredYears, outside);

/** The same, perhaps with an offset. */
export const GivenLocalInstant = z.iso.datetime({ offset: true }).refine(isInStoredYears, outside);

/** A day that comes from outside, on somebody's calendar. */
export const GivenDay = z.iso.date().refine(isInStoredYears, outside);
