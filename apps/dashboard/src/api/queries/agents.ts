import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { Answer, ItemOf } from "../endpoint-types.ts";

export type Mailbox = Answer<"GET /agents/:agentId/mailbox">;
export type BeatDay = ItemOf<"GET /beats">;

export function agentDetail(agentId: string) {
  return queryOptions({
    queryKey: ["agents", "detail", agentId],
    queryFn: ({ signal }) => call("GET /agents/:agentId", { params: { agentId } }, signal),
  });
}

/** What an agent has in hand and what waits for it. */
export function agentMailbox(agentId: string) {
  return queryOptions({
    queryKey: ["agents", "mailbox", agentId],
    queryFn: ({ signal }) => call("GET /agents/:agentId/mailbox", { params: { agentId } }, signal),
  });
}

/** Beats of today, agent by agent. */
export const beatsToday = queryOptions({
  queryKey: ["agents", "beats", "today"],
  queryFn: ({ signal }) => call("GET /beats", { query: { days: 1 } }, signal),
});

/** Beats of one agent by day, of the last two weeks. */
export function agentBeats(agentId: string) {
  return queryOptions({
    queryKey: ["agents", "beats", agentId],
    queryFn: ({ signal }) => call("GET /agents/:agentId/beats", { params: { agentId }, query: { days: 14 } }, signal),
  });
}

/** Runs of one agent, newest first, page by page. */
export function agentRuns(agentId: string) {
  return infiniteQueryOptions({
    queryKey: ["runs", "list", "agent", agentId],
    queryFn: ({ pageParam, signal }) => {
      const query = { agentId, limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return call("GET /runs", { query }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
