import { PROMPT_LIMITS } from "@cadre/shared";
import { cutText, oneLine } from "../text/cut-text.ts";
import type {
  CheckResultFacts,
  HandedOverFacts,
  RelatedTaskFacts,
  RemarkFacts,
  TaskBriefFacts,
} from "./brief-facts.ts";

/** A titled list, or nothing when it is empty. */
export function titled(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}

/** A text on following lines stays inside its list item. */
export function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

/** A time to the minute, in UTC. */
function minuteUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The newest remarks, each cut, oldest first. */
export function remarkLines(
  remarks: readonly RemarkFacts[],
  limits: { readonly newest: number; readonly chars: number },
): readonly string[] {
  return newest(remarks, limits.newest).map(
    ({ author, at, text }) => `- ${author}, ${minuteUtc(at)}: ${indented(cutText(text.trim(), limits.chars))}`,
  );
}

/** `- [pending] title (id)`. */
export function subtaskLines(subtasks: TaskBriefFacts["subtasks"]): readonly string[] {
  return subtasks.map(({ id, title, status }) => `- [${status}] ${title} (${id})`);
}

export function newest<Item>(items: readonly Item[], max: number): readonly Item[] {
  return items.slice(Math.max(0, items.length - max));
}

/** `- path: …`, with its summary on the next line. */
export function deliverableLines(deliverables: readonly HandedOverFacts[]): readonly string[] {
  return deliverables.flatMap(({ path, summary }) => {
    const about = oneLine(summary ?? "", PROMPT_LIMITS.deliverablePreviewChars);
    return [`- path: ${path}`, ...(about === "" ? [] : [`  ${about}`])];
  });
}

/** `- [failed] name: output`. */
export function checkResultLines(checks: readonly CheckResultFacts[]): readonly string[] {
  return checks.map(({ name, result, output }) => {
    const text = cutText(output.trim(), PROMPT_LIMITS.logEntryChars);
    return `- [${result}] ${name}${text === "" ? "" : `: ${indented(text)}`}`;
  });
}

/** A task another one depends on, with what it handed over. */
export function relatedTaskLines(task: RelatedTaskFacts): readonly string[] {
  const description = oneLine(task.description ?? "", PROMPT_LIMITS.dependencyDescriptionChars);
  const notes = remarkLines(task.notes, {
    newest: PROMPT_LIMITS.dependencyNotes,
    chars: PROMPT_LIMITS.dependencyNoteChars,
  });
  const summary = cutText(task.summary?.trim() ?? "", PROMPT_LIMITS.taskNoteChars);
  return [
    `- ${task.key} (${task.id}) [${task.status}] ${task.title}${description === "" ? "" : `: ${description}`}`,
    ...(summary === "" ? [] : [`  Result: ${indented(summary)}`]),
    ...[...deliverableLines(task.deliverables), ...notes].map((line) => `  ${indented(line)}`),
  ];
}
