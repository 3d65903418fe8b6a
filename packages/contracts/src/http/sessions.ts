import { EntryPayload, visibleText } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { idParam, listQuery, ListQuery, pageOf, Timestamp } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

/** A conversation's log, without its entries. */
export const Session = z.object({
  id: z.string(),
  agentId: z.string(),
  kind: z.string(),
  taskId: z.string().nullable(),
  title: z.string().nullable(),
  isHumanFacing: z.boolean(),
  entries: z.int().describe("How many entries it has."),
  epoch: z.int(),
  turns: z.int(),
  headEntryId: z.string().nullable().describe("The end of the active branch: the next entry is its child."),
  archivedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});

/** One entry of a log, as it was stored. */
export const LogEntry = z.object({
  id: z.string(),
  sessionId: z.string(),
  seq: z.int(),
  parentId: z.string().nullable(),
  payload: EntryPayload,
  tokens: z.int().nullable(),
  runId: z.string().nullable(),
  step: z.int().nullable(),
  createdAt: Timestamp,
});

export const sessionEndpoints = {
  list: defineEndpoint({
    id: "sessions.list",
    method: "GET",
    path: "/sessions",
    summary: "Sessions that match every given filter, newest first, without their entries.",
    access: "viewer",
    query: listQuery({ agentId: idParam("agent").optional(), taskId: idParam("task").optional() }),
    response: pageOf(Session),
    status: 200,
  }),
  rename: defineEndpoint({
    id: "sessions.rename",
    method: "POST",
    path: "/sessions/:sessionId/rename",
    summary: "Gives a session another title, for people: agents do not read it.",
    access: "member",
    params: z.object({ sessionId: idParam("session") }),
    body: z.strictObject({ title: visibleText(API_LIMITS.nameChars) }),
    response: Session,
    status: 200,
    faults: [{ kind: "not-found", code: "session.not-found" }],
    example: { title: "The report for March" },
  }),
  get: defineEndpoint({
    id: "sessions.get",
    method: "GET",
    path: "/sessions/:sessionId",
    summary: "One session.",
    access: "viewer",
    params: z.object({ sessionId: idParam("session") }),
    response: Session,
    status: 200,
    faults: [{ kind: "not-found", code: "session.not-found" }],
  }),
  listEntries: defineEndpoint({
    id: "sessions.list-entries",
    method: "GET",
    path: "/sessions/:sessionId/entries",
    summary: "The log of a session from its beginning, in order. It is never changed, only read.",
    access: "viewer",
    params: z.object({ sessionId: idParam("session") }),
    query: ListQuery,
    response: pageOf(LogEntry),
    status: 200,
    faults: [{ kind: "not-found", code: "session.not-found" }],
  }),
  listEntriesOfRun: defineEndpoint({
    id: "runs.list-entries",
    method: "GET",
    path: "/runs/:runId/entries",
    summary: "What one run added to the log of its session, in order.",
    access: "viewer",
    params: z.object({ runId: idParam("run") }),
    query: ListQuery,
    response: pageOf(LogEntry),
    status: 200,
    faults: [{ kind: "not-found", code: "run.not-found" }],
  }),
};
