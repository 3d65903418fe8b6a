import type { BeatDay } from "../api/queries/agents.ts";
import type { Agent } from "../api/queries/organization.ts";
import { money } from "../format/numbers.ts";
import type { Tone } from "../ui/badge.tsx";

export const AGENT_STATUS_WORDS: Readonly<Record<Agent["status"], { readonly word: string; readonly tone: Tone }>> = {
  working: { word: "Working", tone: "info" },
  waiting: { word: "Waiting", tone: "warn" },
  queued: { word: "Queued", tone: "neutral" },
  idle: { word: "Idle", tone: "neutral" },
  paused: { word: "Paused", tone: "violet" },
  offline: { word: "No executor", tone: "bad" },
};

export const POSITION_WORDS: Readonly<Record<Agent["position"], string>> = { manager: "Manager", worker: "Worker" };

/** A schedule in words: `every 30m`, `at 0 9 * * 1-5 (Europe/London)`, `never`. */
export function scheduleText(schedule: Agent["schedule"]): string {
  if ("off" in schedule) return "never";
  if ("every" in schedule) return `every ${schedule.every}`;
  return `at ${schedule.cron}${schedule.timeZone === undefined ? "" : ` (${schedule.timeZone})`}`;
}

/** What a day's beats did and cost: `2 ran, skipped 48, $0.01`. Skipped ones called no model. */
export function beatText({ run, skipped, missed, costMicros }: Omit<BeatDay, "agentId" | "day">): string {
  const parts = [
    run > 0 ? `${run} ran` : "",
    skipped > 0 ? `skipped ${skipped}` : "",
    missed > 0 ? `missed ${missed}` : "",
  ].filter(Boolean);
  return parts.length === 0 ? "no beats" : `${parts.join(", ")}, ${money(costMicros)}`;
}
