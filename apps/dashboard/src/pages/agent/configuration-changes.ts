import { scheduleText } from "../../agents/agent-words.ts";
import type { AgentRevision } from "../../api/queries/documents.ts";

type Configuration = AgentRevision["configuration"];

/** What people call what an admin may set on an agent. */
export const SETTING_LABELS: Readonly<Record<keyof Configuration["settings"], string>> = {
  maxConcurrentTasks: "Tasks at once",
  toolIterationCap: "Tool steps in a chat turn",
  heartbeatCap: "Tool steps in a beat",
  patrol: "Patrol",
  trustLevel: "Trust level",
  compactsSessions: "Compacts sessions",
  recoversFromOverflow: "Recovers from a full window",
  compactAboveMessages: "Compacts above messages",
};

/** What differs between two set-ups, one phrase each, for a person. */
export function changesBetween(before: Configuration, after: Configuration): string[] {
  const said: string[] = [];
  if (before.name !== after.name) said.push(`name ${before.name} → ${after.name}`);
  if (before.position !== after.position) said.push(`position ${before.position} → ${after.position}`);
  if (before.teamId !== after.teamId) said.push(after.teamId === null ? "left its team" : "another team");
  if (before.managerId !== after.managerId) said.push(after.managerId === null ? "no manager" : "another manager");
  if (before.skills.join("\n") !== after.skills.join("\n")) said.push(`skills ${after.skills.join(", ") || "none"}`);
  for (const [key, label] of Object.entries(SETTING_LABELS) as [keyof typeof SETTING_LABELS, string][]) {
    const [was, is] = [before.settings[key] ?? "default", after.settings[key] ?? "default"];
    if (was !== is) said.push(`${label.toLowerCase()} ${was} → ${is}`);
  }
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (was !== is) said.push(`beats ${was} → ${is}`);
  return said;
}

function wordsOf({ schedule }: Configuration): string {
  return schedule === null ? "default" : scheduleText(schedule);
}
