import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { Answer, ItemOf } from "../endpoint-types.ts";

export type Document = Answer<"GET /documents/:kind/:ownerId">;
export type DocumentKind = Document["kind"];
export type DocumentRef = { readonly kind: DocumentKind; readonly ownerId: string };
export type Revision = ItemOf<"GET /documents/:kind/:ownerId/revisions">;
export type Announcement = ItemOf<"GET /announcements">;
export type Feedback = ItemOf<"GET /feedback">;
export type AgentRevision = ItemOf<"GET /agents/:agentId/revisions">;

const PAGE = { limit: 50 } as const;

export function documentDetail({ kind, ownerId }: DocumentRef) {
  return queryOptions({
    queryKey: ["documents", "detail", kind, ownerId],
    queryFn: ({ signal }) => call("GET /documents/:kind/:ownerId", { params: { kind, ownerId } }, signal),
  });
}

/** The history of a document, newest first, page by page. */
export function documentRevisions({ kind, ownerId }: DocumentRef) {
  return infiniteQueryOptions({
    queryKey: ["documents", "revisions", kind, ownerId],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return call("GET /documents/:kind/:ownerId/revisions", { params: { kind, ownerId }, query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** One earlier text. It never changes. */
export function documentRevision({ kind, ownerId }: DocumentRef, number: number) {
  return queryOptions({
    queryKey: ["revision-text", kind, ownerId, number],
    queryFn: ({ signal }) =>
      call("GET /documents/:kind/:ownerId/revisions/:number", { params: { kind, ownerId, number } }, signal),
    staleTime: Infinity,
  });
}

/** How an agent was set up, newest first. */
export function agentRevisions(agentId: string) {
  return infiniteQueryOptions({
    queryKey: ["agents", "revisions", agentId],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return call("GET /agents/:agentId/revisions", { params: { agentId }, query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export const announcements = queryOptions({
  queryKey: ["announcements"],
  queryFn: ({ signal }) => call("GET /announcements", { query: { limit: 100 } }, signal),
});

/** What people said of one agent, task or deliverable. */
export function feedbackOn(about: { readonly agentId?: string; readonly taskId?: string }) {
  return queryOptions({
    queryKey: ["feedback", about],
    queryFn: ({ signal }) => call("GET /feedback", { query: { ...PAGE, ...about } }, signal),
  });
}
