import { queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { Answer, ItemOf } from "../endpoint-types.ts";

export type Approval = ItemOf<"GET /approvals">;
export type Run = ItemOf<"GET /runs">;
export type RunDetail = Answer<"GET /runs/:runId">;
export type Notification = ItemOf<"GET /notifications">;

export const pendingApprovals = queryOptions({
  queryKey: ["approvals", "list", "pending"],
  queryFn: ({ signal }) => call("GET /approvals", { query: { status: "pending", limit: 200 } }, signal),
});

export function taskApprovals(taskId: string) {
  return queryOptions({
    queryKey: ["approvals", "list", "task", taskId],
    queryFn: ({ signal }) => call("GET /approvals", { query: { taskId, limit: 50 } }, signal),
  });
}

/** Runs that are under way or stand ready. */
export const openRuns = queryOptions({
  queryKey: ["runs", "list", "open"],
  queryFn: ({ signal }) => call("GET /runs", { query: { status: "running,waiting,queued", limit: 200 } }, signal),
});

export const lastRuns = queryOptions({
  queryKey: ["runs", "list", "last"],
  queryFn: ({ signal }) => call("GET /runs", { query: { limit: 50 } }, signal),
});

export function taskRuns(taskId: string) {
  return queryOptions({
    queryKey: ["runs", "list", "task", taskId],
    queryFn: ({ signal }) => call("GET /tasks/:taskId/runs", { params: { taskId }, query: { limit: 200 } }, signal),
  });
}

export function runDetail(runId: string) {
  return queryOptions({
    queryKey: ["runs", "detail", runId],
    queryFn: ({ signal }) => call("GET /runs/:runId", { params: { runId } }, signal),
  });
}

export const notifications = queryOptions({
  queryKey: ["notifications", "list"],
  queryFn: ({ signal }) => call("GET /notifications", { query: { limit: 50 } }, signal),
});

export const unreadCount = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: ({ signal }) => call("GET /notifications/unread", {}, signal),
});
