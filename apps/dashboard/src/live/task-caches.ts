import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Task, TaskFilter, TaskPage } from "../api/queries/tasks.ts";

type TaskPages = InfiniteData<TaskPage, string | undefined>;

/** Puts a task where it belongs in every list that is kept: into those it matches, out of those it left. */
export function placeTask(client: QueryClient, task: Task): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ["tasks", "list"] })) {
    const filter = (query.queryKey[2] ?? {}) as TaskFilter;
    // Only the server can say whether words match.
    if (filter.search !== undefined) void client.invalidateQueries({ queryKey: query.queryKey });
    else client.setQueryData<TaskPages>(query.queryKey, (pages) => withTask(pages, task, filter));
  }
}

/** The pages of a list with a task in its right place: lists are in the order of last change, so that is the front. */
export function withTask(pages: TaskPages | undefined, task: Task, filter: TaskFilter): TaskPages | undefined {
  if (pages === undefined) return undefined;
  const isKnown = pages.pages.some((page) => page.data.some(({ id }) => id === task.id));
  if (!matches(task, filter)) return isKnown ? without(pages, task.id) : pages;
  const cleared = isKnown ? without(pages, task.id) : pages;
  const [first, ...others] = cleared.pages;
  if (first === undefined) return pages;
  const at = first.data.findIndex((each) => each.updatedAt <= task.updatedAt);
  const index = at === -1 ? first.data.length : at;
  return {
    ...cleared,
    pages: [{ ...first, data: [...first.data.slice(0, index), task, ...first.data.slice(index)] }, ...others],
  };
}

function without(pages: TaskPages, taskId: string): TaskPages {
  const kept = pages.pages.map((page) =>
    page.data.some(({ id }) => id === taskId) ? { ...page, data: page.data.filter(({ id }) => id !== taskId) } : page,
  );
  return { ...pages, pages: kept };
}

/** Whether a task belongs to a list that is narrowed by this filter, words aside. */
export function matches(task: Task, filter: TaskFilter): boolean {
  if (filter.status !== undefined && !filter.status.includes(task.status)) return false;
  if (filter.projectId !== undefined && filter.projectId !== task.projectId) return false;
  if (filter.assigneeId !== undefined && filter.assigneeId !== task.assigneeId) return false;
  if (filter.reviewerId !== undefined && filter.reviewerId !== task.reviewerId) return false;
  return filter.priority === undefined || filter.priority === task.priority;
}
