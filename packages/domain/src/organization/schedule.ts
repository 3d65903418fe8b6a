import { HEARTBEAT_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { durationMs } from "../tasks/task-schedule.ts";

/** An IANA time zone that this machine knows, such as `Europe/Berlin`. */
export const TimeZone = z.string().max(64).refine(isTimeZone, {
  error: "must be an IANA time zone such as Europe/Berlin or UTC",
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const Interval = z.string().max(20).refine(isBeatInterval, {
  error: "must be a number with a unit (s, m, h, d) between 1s and 1d, such as 30m",
});

function isBeatInterval(text: string): boolean {
  const interval = durationMs(text) ?? 0;
  return interval >= HEARTBEAT_LIMITS.minIntervalMs && interval <= HEARTBEAT_LIMITS.maxIntervalMs;
}

/** When an agent's beats come: every so often, by cron in a time zone (else the organization's), or never. */
export const BeatSchedule = z.union([
  z.strictObject({ every: Interval }),
  z.strictObject({ cron: z.string().min(1).max(100), timeZone: TimeZone.optional() }),
  z.strictObject({ off: z.literal(true) }),
]);
export type BeatSchedule = z.infer<typeof BeatSchedule>;

export const DEFAULT_BEAT_SCHEDULE: BeatSchedule = { every: HEARTBEAT_LIMITS.defaultInterval };

/** A schedule as a row keeps it: slots before `since` were never promised and are not missed. */
export const StoredBeatSchedule = z.object({ schedule: BeatSchedule, since: z.iso.datetime() });
export type StoredBeatSchedule = z.infer<typeof StoredBeatSchedule>;
