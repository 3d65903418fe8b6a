import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { API_LIMITS, TASK_LIMITS } from "@cadre/shared";
import { call } from "../call.ts";
import type { Answer, ItemOf } from "../endpoint-types.ts";

export type Task = ItemOf<"GET /tasks">;
export type TaskDetail = Answer<"GET /tasks/:taskId">;
export type TaskStatus = Task["status"];
export type TaskPriority = Task["priority"];
export type TaskMove = TaskDetail["moves"][number];
export type TaskPage = Answer<"GET /tasks">;

/** What a list of tasks is narrowed by. */
export type TaskFilter = {
  readonly status?: readonly TaskStatus[];
  readonly projectId?: string | undefined;
  readonly assigneeId?: string | undefined;
  readonly reviewerId?: string | undefined;
  readonly priority?: TaskPriority | undefined;
  readonly search?: string | undefined;
};

const PAGE = TASK_LIMITS.listPageMax;

/** Tasks that match a filter, page by page. */
export function taskList(filter: TaskFilter) {
  return infiniteQueryOptions({
    queryKey: ["tasks", "list", filter],
    queryFn: ({ pageParam, signal }) => {
      const { status, ...rest } = filter;
      const query = {
        ...rest,
        ...(status === undefined ? {} : { status: status.join(",") }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
        sort: "updated" as const,
        limit: PAGE,
      };
      return call("GET /tasks", { query: withoutUndefined(query) }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Comparing thousands of tasks field by field takes longer than drawing those in sight.
    structuralSharing: false,
  });
}

export function taskDetail(taskId: string) {
  return queryOptions({
    queryKey: ["tasks", "detail", taskId],
    queryFn: ({ signal }) => call("GET /tasks/:taskId", { params: { taskId } }, signal),
  });
}

export function taskComments(taskId: string) {
  return queryOptions({
    queryKey: ["tasks", "comments", taskId],
    queryFn: ({ signal }) =>
      call("GET /tasks/:taskId/comments", { params: { taskId }, query: { limit: API_LIMITS.listPageMax } }, signal),
  });
}

export function taskNotes(taskId: string) {
  return queryOptions({
    queryKey: ["tasks", "notes", taskId],
    queryFn: ({ signal }) =>
      call("GET /tasks/:taskId/notes", { params: { taskId }, query: { limit: API_LIMITS.listPageMax } }, signal),
  });
}

export function taskTransitions(taskId: string) {
  return queryOptions({
    queryKey: ["tasks", "transitions", taskId],
    queryFn: ({ signal }) =>
      call("GET /tasks/:taskId/transitions", { params: { taskId }, query: { limit: API_LIMITS.listPageMax } }, signal),
  });
}

/** What moves each open task next. */
export const nextMovers = queryOptions({
  queryKey: ["next-movers"],
  queryFn: ({ signal }) => call("GET /next-movers", { query: {} }, signal),
});

/** A copy without the fields that say nothing. */
function withoutUndefined<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}
