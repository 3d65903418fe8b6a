import { HEARTBEAT_LIMITS } from "@cadre/shared";
import { durationMs, type NextCronInstant } from "../tasks/task-schedule.ts";
import type { BeatSchedule } from "./schedule.ts";

/** The stretch of time to look at: after the last slot that was served, up to now. */
export type SlotWindow = {
  readonly agentId: string;
  /** Of the organization, for a cron without its own. */
  readonly timeZone: string;
  readonly after: Date;
  readonly until: Date;
};

export type DueSlots = {
  /** Oldest first; the last is the one to serve, those before it were missed. */
  readonly instants: readonly Date[];
  /** Slots missed before these, which are only counted. */
  readonly earlier: number;
};

const NONE: DueSlots = { instants: [], earlier: 0 };

/**
 * The slots of a schedule that fell due in a window. A slot's instant depends on the agent and the schedule only, so that everybody
 * who looks finds the same ones. Agents are spread by a hash of their id: over the whole interval, or over some seconds after a
 * cron's instant. A cron's gap of more than a day is looked at from its last day on.
 */
export function dueSlots(schedule: BeatSchedule, window: SlotWindow, nextCron: NextCronInstant): DueSlots {
  if ("off" in schedule) return NONE;
  if ("every" in schedule) return dueIntervals(durationMs(schedule.every) ?? 0, window);
  return dueCronInstants({ cron: schedule.cron, timeZone: schedule.timeZone ?? window.timeZone }, window, nextCron);
}

function dueIntervals(everyMs: number, window: SlotWindow): DueSlots {
  if (everyMs <= 0) return NONE;
  const offset = spread(window.agentId, everyMs);
  const last = Math.floor((window.until.getTime() - offset) / everyMs);
  const served = Math.floor((window.after.getTime() - offset) / everyMs);
  const count = Math.max(0, last - served);
  const shown = Math.min(count, HEARTBEAT_LIMITS.missedSlotsKept);
  const instants = Array.from({ length: shown }, (_, index) => new Date((last - shown + 1 + index) * everyMs + offset));
  return { instants, earlier: count - shown };
}

function dueCronInstants(
  cron: { readonly cron: string; readonly timeZone: string },
  window: SlotWindow,
  nextCron: NextCronInstant,
): DueSlots {
  const until = window.until.getTime() - spread(window.agentId, HEARTBEAT_LIMITS.startupJitterMs);
  const from = Math.max(window.after.getTime(), until - HEARTBEAT_LIMITS.catchUpWindowMs);
  const instants: Date[] = [];
  let earlier = 0;
  for (
    let next = nextCron(cron.cron, cron.timeZone, new Date(from));
    next !== undefined && next.getTime() <= until;
    next = nextCron(cron.cron, cron.timeZone, next)
  ) {
    instants.push(next);
    if (instants.length <= HEARTBEAT_LIMITS.missedSlotsKept) continue;
    instants.shift();
    earlier += 1;
  }
  return { instants, earlier };
}

/** A number below `range` that is always the same for an id: FNV-1a of its characters. */
function spread(id: string, range: number): number {
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % range;
}
