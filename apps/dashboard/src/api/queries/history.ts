import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { ItemOf } from "../endpoint-types.ts";

export type AuditEntry = ItemOf<"GET /audit-entries">;

/** What an audit is narrowed by; what is not given narrows nothing. */
export type AuditFilter = {
  readonly actorId?: string;
  readonly credentialId?: string;
  readonly action?: string;
  readonly entityId?: string;
  readonly from?: string;
  readonly until?: string;
};

/** What the activity is narrowed by; what is not given narrows nothing. */
export type ActivityFilter = {
  readonly detail?: "noteworthy" | "all";
  readonly topic?: string;
  readonly actorId?: string;
};

/** What happened, newest first, page by page. What comes later is told by the live line. */
export function activity(filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: ["activity", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: 100, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return call("GET /activity", { query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Whoever comes back reads it anew: in between nobody kept it up to date.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Changes that people and their keys made, page by page. */
export function auditEntries(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ["audit-entries", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: 100, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return call("GET /audit-entries", { query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
}
