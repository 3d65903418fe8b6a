import { CALL_OUTCOMES, EntryPayload } from "@cadre/domain";
import { API_LIMITS, SESSION_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { idParam, listQuery, pageOf, QueryFlag, Timestamp } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

/** Where a session came from, when it was not begun anew. */
export const SessionOrigin = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fork"), sessionId: z.string(), entryId: z.string().nullable() }),
  z.object({
    kind: z.literal("import"),
    sessionId: z.string().describe("What its source called it; it need not exist here."),
    exportedAt: Timestamp,
    sha256: z.string().describe("Of the file."),
  }),
]);

/** A conversation's log, without its entries. */
export const Session = z.object({
  id: z.string(),
  agentId: z.string(),
  kind: z.string(),
  taskId: z.string().nullable(),
  title: z.string().nullable(),
  shownTitle: z.string().nullable().describe("Its title, or the beginning of what a person or brief said last."),
  metadata: z.record(z.string(), z.string()),
  isHumanFacing: z.boolean(),
  entries: z.int().describe("How many entries it has, on all branches."),
  headEntryId: z.string().nullable().describe("The end of the active branch: the next entry is its child."),
  revertedFromId: z
    .string()
    .nullable()
    .describe("Set while a revert can be restored: the head before it. A new prompt clears it."),
  origin: SessionOrigin.nullable(),
  epoch: z.int(),
  turns: z.int(),
  version: z.int().describe("Grows with each act of a person on the session, not with its log."),
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

/** One end of a session's tree. */
export const SessionBranch = z.object({
  tipEntryId: z.string(),
  tipSeq: z.int(),
  sharedEntryId: z.string().nullable().describe("The last entry that it shares with the active branch."),
  entries: z.int().describe("Entries of its own; of the active branch all."),
  isActive: z.boolean(),
});

/** The shape of a session's log. */
export const SessionTree = z.object({
  headEntryId: z.string().nullable(),
  branches: z.array(SessionBranch).describe("The active one first, then the newest."),
  pinnedEntryIds: z.array(z.string()),
  labels: z.array(z.object({ entryId: z.string(), label: z.string() })),
});

/** Some lines of a tool's whole result. */
export const ToolResultPage = z.object({
  entryId: z.string(),
  callId: z.string(),
  name: z.string(),
  outcome: z.enum(CALL_OUTCOMES),
  text: z.string(),
  firstLine: z.int(),
  lastLine: z.int(),
  totalLines: z.int(),
  next: z.object({ line: z.int(), column: z.int() }).nullable().describe("Where to go on; null at the end."),
});

const params = z.object({ sessionId: idParam("session") });
const missing = { kind: "not-found", code: "session.not-found" } as const;

export const sessionEndpoints = {
  list: defineEndpoint({
    id: "sessions.list",
    method: "GET",
    path: "/sessions",
    summary: "Sessions that match every given filter, newest first, without their entries.",
    access: "viewer",
    query: listQuery({
      agentId: idParam("agent").optional(),
      taskId: idParam("task").optional(),
      isArchived: QueryFlag.optional().describe("Only those that are archived, or only those that are not."),
    }),
    response: pageOf(Session),
    status: 200,
  }),
  get: defineEndpoint({
    id: "sessions.get",
    method: "GET",
    path: "/sessions/:sessionId",
    summary: "One session.",
    access: "viewer",
    params,
    response: Session,
    status: 200,
    faults: [missing],
  }),
  listEntries: defineEndpoint({
    id: "sessions.list-entries",
    method: "GET",
    path: "/sessions/:sessionId/entries",
    summary: "The log of a session from its beginning, in order. It is never changed, only read.",
    access: "viewer",
    params,
    query: listQuery({ onBranch: QueryFlag.optional().describe("Only the entries of the active branch.") }),
    response: pageOf(LogEntry),
    status: 200,
    faults: [missing],
  }),
  getTree: defineEndpoint({
    id: "sessions.get-tree",
    method: "GET",
    path: "/sessions/:sessionId/tree",
    summary: "The branches of a session's log, and which of its entries are pinned or labelled.",
    access: "viewer",
    params,
    response: SessionTree,
    status: 200,
    faults: [missing, { kind: "unavailable", code: "session.damaged" }],
  }),
  getToolResult: defineEndpoint({
    id: "sessions.get-tool-result",
    method: "GET",
    path: "/sessions/:sessionId/tool-results/:callId",
    summary: "The whole of a tool's result, page by page, also of one that the log and the prompt show shortened.",
    access: "viewer",
    params: params.extend({ callId: z.string().min(1) }),
    query: z.strictObject({
      line: z.coerce.number().int().min(1).default(1).describe("First line, counted from 1."),
      column: z.coerce.number().int().min(1).default(1).describe("Where to begin in that line."),
      lines: z.coerce
        .number()
        .int()
        .min(1)
        .max(SESSION_LIMITS.resultPageLines)
        .default(SESSION_LIMITS.resultPageLines)
        .describe("Most lines of one page."),
    }),
    response: ToolResultPage,
    status: 200,
    faults: [
      missing,
      { kind: "not-found", code: "session.result-not-found" },
      { kind: "unavailable", code: "session.result-missing" },
    ],
  }),
  export: defineEndpoint({
    id: "sessions.export",
    method: "GET",
    path: "/sessions/:sessionId/export",
    summary:
      "A session as a file of lines with checksums: every entry of every branch in its stored bytes, and the long results they name.",
    access: "viewer",
    params,
    response: z.string(),
    status: 200,
    produces: "application/x-ndjson",
    faults: [missing, { kind: "unavailable", code: "session.result-missing" }],
  }),
  listEntriesOfRun: defineEndpoint({
    id: "runs.list-entries",
    method: "GET",
    path: "/runs/:runId/entries",
    summary: "What one run added to the log of its session, in order.",
    access: "viewer",
    params: z.object({ runId: idParam("run") }),
    query: listQuery({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .max(API_LIMITS.rowNumberMax)
        .optional()
        .describe("Begins after this sequence number: `log` of the run says where its entries stand."),
    }),
    response: pageOf(LogEntry),
    status: 200,
    faults: [{ kind: "not-found", code: "run.not-found" }],
  }),
};
