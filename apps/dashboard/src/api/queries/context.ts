import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { Answer, ItemOf } from "../endpoint-types.ts";
import { readGrown } from "./grown-list.ts";

export type Session = Answer<"GET /sessions/:sessionId">;
export type CallLine = ItemOf<"GET /sessions/:sessionId/model-calls">;
export type CallReceipt = Answer<"GET /model-calls/:callId/receipt">;
export type ToldReceipt = NonNullable<CallReceipt["told"]>;
export type CallDiff = Answer<"GET /model-calls/:callId/diff/:otherCallId">;
export type HistoryLine = ItemOf<"GET /sessions/:sessionId/history">;
export type SessionContext = Answer<"GET /sessions/:sessionId/context">;

const PAGE = 200;
const LIST_PAGE = 50;

export function sessionDetail(sessionId: string) {
  return queryOptions({
    queryKey: ["sessions", "detail", sessionId],
    queryFn: ({ signal }) => call("GET /sessions/:sessionId", { params: { sessionId } }, signal),
  });
}

/** The sessions of an agent, newest first, page by page. */
export function agentSessions(agentId: string) {
  return infiniteQueryOptions({
    queryKey: ["sessions", "of-agent", agentId],
    queryFn: ({ pageParam, signal }) =>
      call("GET /sessions", { query: { agentId, limit: LIST_PAGE, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Every call of a session, oldest first. */
export function sessionCalls(sessionId: string) {
  const queryKey = ["sessions", "calls", sessionId];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      readGrown<CallLine>(queryKey, (cursor) =>
        call("GET /sessions/:sessionId/model-calls", { params: { sessionId }, query: { limit: PAGE, cursor } }, signal),
      ),
    structuralSharing: false,
  });
}

/** Every call of a run, oldest first. */
export function runCalls(runId: string) {
  const queryKey = ["runs", "calls", runId];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      readGrown<CallLine>(queryKey, (cursor) =>
        call("GET /runs/:runId/model-calls", { params: { runId }, query: { limit: PAGE, cursor } }, signal),
      ),
    structuralSharing: false,
  });
}

/** A session's log, a line for each entry. */
export function sessionHistory(sessionId: string) {
  const queryKey = ["sessions", "history", sessionId];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      readGrown<HistoryLine>(queryKey, (cursor) =>
        call("GET /sessions/:sessionId/history", { params: { sessionId }, query: { limit: PAGE, cursor } }, signal),
      ),
    structuralSharing: false,
  });
}

/** A call's receipt. It changes once: when the call is answered. */
export function callReceipt(callId: string) {
  return queryOptions({
    queryKey: ["model-calls", "receipt", callId],
    queryFn: ({ signal }) => call("GET /model-calls/:callId/receipt", { params: { callId } }, signal),
  });
}

export function callDiff(callId: string, otherCallId: string) {
  return queryOptions({
    queryKey: ["model-calls", "diff", callId, otherCallId],
    queryFn: ({ signal }) =>
      call("GET /model-calls/:callId/diff/:otherCallId", { params: { callId, otherCallId } }, signal),
  });
}

/** A text by its hash: it can never change. */
export function promptText(hash: string) {
  return queryOptions({
    queryKey: ["prompt-texts", hash],
    queryFn: ({ signal }) => call("GET /prompt-texts/:hash", { params: { hash } }, signal),
    staleTime: Infinity,
  });
}

/** An entry as one session numbers it: a fork has the same ones, and other numbers. */
export function logEntry(sessionId: string, entryId: string) {
  return queryOptions({
    queryKey: ["entries", sessionId, entryId],
    queryFn: ({ signal }) =>
      call("GET /sessions/:sessionId/entries/:entryId", { params: { sessionId, entryId } }, signal),
    staleTime: Infinity,
  });
}

/** What the session's next call would send. */
export function sessionContext(sessionId: string, parts: "names" | "messages") {
  return queryOptions({
    queryKey: ["sessions", "context", sessionId, parts],
    queryFn: ({ signal }) =>
      call(
        "GET /sessions/:sessionId/context",
        { params: { sessionId }, query: parts === "messages" ? { messages: "true" } : {} },
        signal,
      ),
  });
}
