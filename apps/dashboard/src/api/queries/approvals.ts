import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { ItemOf } from "../endpoint-types.ts";

export type StandingApproval = ItemOf<"GET /projects/:projectId/standing-approvals">;

/** Every approval, newest first, page by page: the decided ones are its history. */
export const approvalHistory = infiniteQueryOptions({
  queryKey: ["approvals", "list", "history"],
  queryFn: ({ pageParam, signal }) =>
    call("GET /approvals", { query: { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) } }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** What is approved once and for all in a project. */
export function standingApprovals(projectId: string) {
  return queryOptions({
    queryKey: ["standing-approvals", projectId],
    queryFn: ({ signal }) =>
      call("GET /projects/:projectId/standing-approvals", { params: { projectId }, query: { limit: 200 } }, signal),
  });
}
