import { scheduleText } from "../../agents/agent-words.ts";
import type { AgentRevision } from "../../api/queries/documents.ts";

type Configuration = AgentRevision["configuration"];

const SETTINGS: Readonly<Record<keyof Configuration["settings"], string>> = {
  maxConcurrentTasks: "tasks at once",
  toolIterationCap: "tool steps in a chat turn",
  heartbeatCap: "tool steps in a beat",
  patrol: "patrol",
  trustLevel: "trust level",
  compactsSessions: "compacts sessions",
  recoversFromOverflow: "recovers from a full window",
  compactAboveMessages: "compacts above messages",
};

/** What differs between two set-ups, one phrase each, for a person. */
export function changesBetween(before: Configuration, after: Configuration): string[] {
  const said: string[] = [];
  if (before.name !== after.name) said.push(`name ${before.name} → ${after.name}`);
  if (before.position !== after.position) said.push(`position ${before.position} → ${after.position}`);
  if (before.teamId !== after.teamId) said.push(after.teamId === null ? "left its team" : "another team");
  if (before.managerId !== after.managerId) said.push(after.managerId === null ? "no manager" : "another manager");
  if (before.skills.join("\n") !== after.skills.join("\n")) said.push(`skills ${after.skills.join(", ") || "none"}`);
  for (const [key, label] of Object.entries(SETTINGS) as [keyof typeof SETTINGS, string][]) {
    const [was, is] = [before.settings[key] ?? "default", after.settings[key] ?? "default"];
    if (was !== is) said.push(`${label} ${was} → ${is}`);
  }
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (was !== is) said.push(`beats ${was} → ${is}`);
  return said;
}

function wordsOf({ schedule }: Configuration): string {
  return schedule === null ? "default" : scheduleText(schedule);
}
