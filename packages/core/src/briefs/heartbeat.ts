import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText, oneLine } from "../text/cut-text.ts";
import { readTemplate } from "../text/read-text.ts";
import type { HeartbeatFacts, HeartbeatTaskFacts } from "./brief-facts.ts";
import { titled } from "./brief-lines.ts";

/** The whole answer of a beat that found nothing to do. */
export const HEARTBEAT_OK = "HEARTBEAT_OK";

const fill = readTemplate(new URL("./heartbeat.md", import.meta.url), [
  "mail",
  "stalledTasks",
  "failedTasks",
  "goals",
  "backgroundResults",
  "report",
  "checklist",
  "lastSummary",
]);

/** A beat shows only what made the agent eligible for it: facts that are not there leave no trace. */
export function renderHeartbeat(facts: HeartbeatFacts): string {
  return fill({
    mail: titled(
      "Waiting in your mailbox:",
      facts.waitingMail.map(({ type, headline }) => `- ${type}: ${preview(headline)}`),
    ),
    stalledTasks: titled("Open tasks that only you can move:", facts.stalledTasks.map(taskLine)),
    failedTasks: titled(
      "Failed tasks. Find the cause, then retry, rewrite or give up each one with a note:",
      facts.failedTasks.map(taskLine),
    ),
    goals: titled("## Active Goals", facts.goals.map(goalLine)),
    backgroundResults: titled(
      "## Background Processes Completed",
      facts.backgroundResults.map(({ title, outcome }) => `- ${preview(title)}: ${preview(outcome)}`),
    ),
    report: facts.isReportDue
      ? "A report is due: three to five sentences on what was done, what stands in the way and what comes next, through notify_user."
      : "",
    checklist: titled("Your checklist:", lines(facts.checklist)),
    lastSummary: titled("How the last beat ended:", lines(facts.lastSummary)),
  });
}

function goalLine(goal: HeartbeatFacts["goals"][number]): string {
  const criteria = oneLine(goal.completionCriteria, PROMPT_LIMITS.requirementDescriptionChars);
  return `- ${goal.title} (${goal.id}), iteration ${goal.iteration} of ${goal.maxIterations}. Done when: ${criteria}`;
}

function taskLine({ key, id, status, title, reason }: HeartbeatTaskFacts): string {
  return `- ${key} (${id}) [${status}] ${preview(title)}: ${preview(reason)}`;
}

function preview(text: string): string {
  return oneLine(text, PROMPT_LIMITS.taskDescriptionChars);
}

function lines(text: string | undefined): readonly string[] {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? [] : [cutText(trimmed, PROMPT_LIMITS.heartbeatDailyLogChars)];
}
