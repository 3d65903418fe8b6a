import type { TaskFilter, TaskPriority, TaskStatus } from "../../api/queries/tasks.ts";
import type { SearchWords } from "../../shell/use-search-words.ts";
import { PRIORITY_WORDS, STATUS_WORDS } from "../../tasks/task-words.ts";

export type BoardView = "board" | "list";

/** A column of the board: the statuses it shows. */
export type BoardColumn = { readonly id: string; readonly label: string; readonly statuses: readonly TaskStatus[] };

export const COLUMNS: readonly BoardColumn[] = [
  { id: "pending", label: "Pending", statuses: ["pending"] },
  { id: "in_progress", label: "In progress", statuses: ["in_progress"] },
  { id: "blocked", label: "Blocked", statuses: ["blocked"] },
  { id: "review", label: "Review", statuses: ["review"] },
  { id: "completed", label: "Completed", statuses: ["completed"] },
  { id: "closed", label: "Failed or dropped", statuses: ["failed", "rejected", "cancelled"] },
];

/** What the words of the address narrow the board to; words that mean nothing are left out. */
export function filterOf(words: SearchWords): Omit<TaskFilter, "status"> {
  const priority = isPriority(words["priority"]) ? words["priority"] : undefined;
  const given = {
    projectId: words["project"],
    assigneeId: words["assignee"],
    search: words["q"]?.trim().slice(0, 200),
    priority,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""));
}

export function viewOf(words: SearchWords): BoardView {
  return words["view"] === "list" ? "list" : "board";
}

/** The statuses of the list: those that the address names, or all but the archived. */
export function statusesOf(words: SearchWords): readonly TaskStatus[] {
  const named = (words["status"] ?? "").split(",").filter(isStatus);
  return named.length > 0 ? named : COLUMNS.flatMap(({ statuses }) => statuses);
}

function isStatus(word: string): word is TaskStatus {
  return Object.hasOwn(STATUS_WORDS, word);
}

function isPriority(word: string | undefined): word is TaskPriority {
  return word !== undefined && Object.hasOwn(PRIORITY_WORDS, word);
}
