import { Message } from "@cadre/domain";
import { z } from "zod";
import { idParam, ListQuery, pageOf, QueryFlag, Timestamp } from "./common-schemas.ts";
import { ContextBudget, PromptText, ToldReceipt } from "./context-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";
import { LogEntry } from "./sessions.ts";

/** One entry of a session's log in few words. */
export const HistoryLine = z.object({
  id: z.string(),
  seq: z.int(),
  parentId: z.string().nullable(),
  kind: z.enum(LogEntry.shape.payload.options.map(({ shape }) => shape.kind.value)),
  tokens: z.int().nullable(),
  runId: z.string().nullable(),
  step: z.int().nullable(),
  createdAt: Timestamp,
  chars: z.int().describe("Characters of its text."),
  head: z.string().describe("The beginning of its text."),
  from: z.string().nullable().describe("A sender, a model, a tool."),
  targetId: z
    .string()
    .nullable()
    .describe("The entry that a pin, a label, a revert or a leaf speaks of; of a compaction the first that it keeps."),
  isPinned: z
    .boolean()
    .nullable()
    .describe("Of a pin: whether it pins or lets go. Of a message: whether it was written as one that stays."),
  label: z.string().nullable(),
  tokensBefore: z.int().nullable().describe("Of a compaction: the tokens of what its summary stands for."),
});

const Model = z.object({ provider: z.string(), model: z.string() });

/** What a session's next call would send. */
export const SessionContext = z.object({
  model: Model.nullable().describe("Null where neither the settings nor an earlier call name one."),
  told: ToldReceipt.nullable().describe("Null when the call cannot be made."),
  texts: z.array(PromptText).describe("The texts that the receipt names."),
  messages: z.array(Message).nullable().describe("The history as it would be sent; only with `messages=true`."),
  tail: z.string().describe("What stands after the history and changes with every call."),
  tooLarge: z
    .object({ message: z.string(), neededTokens: z.int(), budget: ContextBudget })
    .nullable()
    .describe("Why the call cannot be made, when it cannot."),
});

const params = z.object({ sessionId: idParam("session") });

export const sessionContextEndpoints = {
  context: defineEndpoint({
    id: "sessions.get-context",
    method: "GET",
    path: "/sessions/:sessionId/context",
    summary:
      "What would be sent if the session's agent went on now. It is built as a step builds it, and nothing is written.",
    access: "viewer",
    params,
    query: z.strictObject({ messages: QueryFlag.optional().describe("With the messages of the history.") }),
    response: SessionContext,
    status: 200,
    faults: [
      { kind: "not-found", code: "session.not-found" },
      { kind: "conflict", code: "session.not-begun" },
    ],
  }),
  history: defineEndpoint({
    id: "sessions.list-history",
    method: "GET",
    path: "/sessions/:sessionId/history",
    summary: "The log of a session from its beginning, an entry a line, without the texts.",
    access: "viewer",
    params,
    query: ListQuery,
    response: pageOf(HistoryLine),
    status: 200,
    faults: [{ kind: "not-found", code: "session.not-found" }],
  }),
  entry: defineEndpoint({
    id: "sessions.get-entry",
    method: "GET",
    path: "/sessions/:sessionId/entries/:entryId",
    summary: "One entry of a session's log, whole.",
    access: "viewer",
    params: params.extend({ entryId: idParam("entry") }),
    response: LogEntry,
    status: 200,
    faults: [{ kind: "not-found", code: "session.entry-not-found" }],
  }),
};
