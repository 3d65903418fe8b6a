import { type BeatSchedule, DEFAULT_BEAT_SCHEDULE, type DueSlots, dueSlots, StoredBeatSchedule } from "@cadre/domain";
import { HEARTBEAT_LIMITS } from "@cadre/shared";
import { nextCronInstant } from "../next-cron-instant.ts";

/** What the due slots of an agent follow from. */
export type ScheduleRow = {
  id: string;
  schedule: string | null;
  createdAt: Date;
  timeZone: string;
  /** The newest slot that was served. */
  served: Date | null;
  now: Date;
};

/** Columns of `ScheduleRow`, from agents `a`, organizations `o` and `clock`. */
export const SCHEDULE_COLUMNS = `a.id, a.schedule, a.created_at, o.time_zone, clock.now,
  (select max(s.instant) from schedule_slots s where s.owner_kind = 'agent' and s.owner_id = a.id) as served`;

/** The slots of an agent that are due now. A new schedule has its first slot five seconds after it was set at the earliest. */
export function dueSlotsOf(row: ScheduleRow): DueSlots {
  const { schedule, since } = scheduleOf(row);
  const first = new Date(since.getTime() + HEARTBEAT_LIMITS.minInitialDelayMs);
  const after = row.served !== null && row.served > first ? row.served : first;
  return dueSlots(schedule, { agentId: row.id, timeZone: row.timeZone, after, until: row.now }, nextCronInstant);
}

function scheduleOf(row: ScheduleRow): { schedule: BeatSchedule; since: Date } {
  if (row.schedule === null) return { schedule: DEFAULT_BEAT_SCHEDULE, since: row.createdAt };
  const stored = StoredBeatSchedule.parse(JSON.parse(row.schedule));
  return { schedule: stored.schedule, since: new Date(stored.since) };
}
