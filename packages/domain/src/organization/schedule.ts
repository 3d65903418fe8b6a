import { HEARTBEAT_LIMITS } from "@cadre/shared";
import { z } from "zod";

/** An IANA time zone that this machine knows, such as `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: "There is no such time zone. Use an IANA name such as Europe/Berlin or UTC." });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

/** When an agent's beats come: each so many milliseconds, by a cron expression in a time zone, or never. */
export const BeatSchedule = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("every"),
    everyMs: z.number().int().min(HEARTBEAT_LIMITS.minIntervalMs).max(HEARTBEAT_LIMITS.maxIntervalMs),
  }),
  z.strictObject({
    kind: z.literal("cron"),
    cron: z.string().min(1).max(200),
    /** The organization's own when absent. */
    timeZone: TimeZone.optional(),
  }),
  z.strictObject({ kind: z.literal("off") }),
]);
export type BeatSchedule = z.infer<typeof BeatSchedule>;

export const DEFAULT_BEAT_SCHEDULE: BeatSchedule = { kind: "every", everyMs: HEARTBEAT_LIMITS.defaultIntervalMs };
