import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { ItemOf } from "../endpoint-types.ts";

export type LogEntry = ItemOf<"GET /runs/:runId/entries">;
export type ToolCall = ItemOf<"GET /runs/:runId/tool-calls">;

/** Places of the log that are read together. */
export const LOG_PAGE = 100;
const MINUTE_MS = 60_000;

/**
 * One page of what a run wrote: the entries that stand after a place of its session's log. Pages that are not looked at any more are
 * forgotten soon, so that a log of any length takes little.
 */
export function runLogPage(runId: string, after: number) {
  return queryOptions({
    queryKey: ["runs", "log", runId, after],
    queryFn: async ({ signal }) => {
      const query = { after, limit: LOG_PAGE };
      const page = await call("GET /runs/:runId/entries", { params: { runId }, query }, signal);
      // Other runs of the session may stand in between: this page ends where the next one begins.
      return page.data.filter(({ seq }) => seq <= after + LOG_PAGE);
    },
    gcTime: MINUTE_MS,
    structuralSharing: false,
  });
}

/** The one entry at a place of the log, such as the result of a call. */
export function runLogEntry(runId: string, seq: number) {
  return queryOptions({
    queryKey: ["runs", "log-entry", runId, seq],
    queryFn: async ({ signal }) => {
      const query = { after: seq - 1, limit: 1 };
      const page = await call("GET /runs/:runId/entries", { params: { runId }, query }, signal);
      return page.data.find((entry) => entry.seq === seq) ?? null;
    },
    gcTime: MINUTE_MS,
  });
}

/** The journal of a run's tool calls, page by page. */
export function toolCalls(runId: string) {
  return infiniteQueryOptions({
    queryKey: ["runs", "tool-calls", runId],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 200, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return call("GET /runs/:runId/tool-calls", { params: { runId }, query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Every model call of a run, page by page. */
export function modelCalls(runId: string) {
  return infiniteQueryOptions({
    queryKey: ["runs", "model-calls", runId],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 200, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return call("GET /runs/:runId/model-calls", { params: { runId }, query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
