import { PROMPT_LIMITS } from "@cadre/shared";
import type { BoardTaskFacts, TaskPriority } from "../situation-facts.ts";
import { oneLine } from "../text/cut-text.ts";
import { defineSituationSection } from "./define-section.ts";

const PRIORITY_RANK: Readonly<Record<TaskPriority, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

/** Open tasks, best first and capped; closed ones are only counted (M48, M50). */
export const taskBoard = defineSituationSection({
  name: "task-board",
  source: "open tasks of the agent and its team",
  render: ({ taskBoard: board, scenario }) => {
    if (scenario.isLightweight || board === undefined) return "";
    const mine = byPriority(board.mine).slice(0, PROMPT_LIMITS.myTasks);
    const team = byPriority(board.team).slice(0, PROMPT_LIMITS.teamTasks);
    return [
      "## Task board",
      `Your open tasks: ${board.mineTotal}`,
      ...mine.map((task) => taskLine(task)),
      ...overflow(board.mineTotal - mine.length, "`task_list` with assigned_to_me"),
      ...(board.teamTotal === 0 ? [] : [`Open tasks of the team: ${board.teamTotal}`]),
      ...team.map((task) => `${taskLine(task)}${task.assigneeName === undefined ? "" : ` → ${task.assigneeName}`}`),
      ...overflow(board.teamTotal - team.length, "`task_list`"),
      ...(board.closedTotal === 0 ? [] : [`Closed tasks: ${board.closedTotal}`]),
    ].join("\n");
  },
});

function byPriority(tasks: readonly BoardTaskFacts[]): readonly BoardTaskFacts[] {
  return tasks.toSorted((a, b) => PRIORITY_RANK[a.priority] - PRIORITY_RANK[b.priority]);
}

function taskLine(task: BoardTaskFacts): string {
  const title = oneLine(task.title, PROMPT_LIMITS.deliverableTitleChars);
  const description = oneLine(task.description ?? "", PROMPT_LIMITS.taskDescriptionChars);
  return `- ${task.key} (${task.id}) [${task.priority}, ${task.status}] ${title}${description === "" ? "" : `: ${description}`}`;
}

function overflow(hidden: number, call: string): readonly string[] {
  return hidden <= 0 ? [] : [`  … and ${hidden} more: ${call} shows them.`];
}
