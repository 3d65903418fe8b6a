import type { CheckResult, Task, TaskDetail, TaskRef } from "@cadre/domain";

/** A task in the lines every task tool answers with first, so that ids are always found in the same place. */
export function taskHead(task: Pick<Task, "id" | "key" | "title" | "status" | "round">): string {
  return [
    `key: ${task.key}`,
    `id: ${task.id}`,
    `title: ${task.title}`,
    `status: ${task.status}`,
    `round: ${task.round}`,
  ].join("\n");
}

export function taskRefLine(task: TaskRef): string {
  return `- ${task.key} "${task.title}" (${task.id}): ${task.status}`;
}

export function checkResultLine(result: CheckResult): string {
  const output = result.output.trim();
  return `- [${result.status}] ${result.name} (at ${result.stage})${output === "" ? "" : `\n  ${output.replaceAll("\n", "\n  ")}`}`;
}

/** A titled list, or nothing at all. */
export function listText(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}

/** What moves the task next, in words an agent can act on. */
export function moverText({ nextMover }: Pick<TaskDetail, "nextMover">): string[] {
  if (nextMover === null) return [];
  const words = {
    paused: "paused",
    person: "a person",
    blocker: "another task",
    run: "a run that is under way",
    timer: "its timer",
    none: "nobody (this is reported)",
  }[nextMover.mover];
  return [`waits for: ${words}${nextMover.reason === null ? "" : `, ${nextMover.reason}`}`];
}
