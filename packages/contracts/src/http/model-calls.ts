import { z } from "zod";
import { idParam, ListQuery, pageOf } from "./common-schemas.ts";
import { CacheBreak, ModelCallLine, PromptText, ReceiptDiff, ToldReceipt } from "./context-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

/** A call of a model with what went into it, and why. */
export const CallReceipt = z.object({
  call: ModelCallLine,
  told: ToldReceipt.nullable().describe("Null where no receipt was kept."),
  history: z
    .object({ fromSeq: z.int(), toSeq: z.int() })
    .nullable()
    .describe("The stretch of the session's log that its messages are made of."),
  previousCallId: z.string().nullable().describe("The session's answered call before it: what it was compared with."),
});

/** Two calls, side by side. */
export const CallDiff = z.object({
  before: ModelCallLine,
  after: ModelCallLine,
  diff: ReceiptDiff,
  brokenBy: CacheBreak.nullable().describe("What makes the later call's prefix another one."),
});

const callId = idParam("modelCall");
const missing = { kind: "not-found", code: "model-call.not-found" } as const;

export const modelCallEndpoints = {
  listOfSession: defineEndpoint({
    id: "model-calls.list-of-session",
    method: "GET",
    path: "/sessions/:sessionId/model-calls",
    summary: "Every call that was made in a session, whichever run made it, oldest first, with cost and cache.",
    access: "viewer",
    params: z.object({ sessionId: idParam("session") }),
    query: ListQuery,
    response: pageOf(ModelCallLine),
    status: 200,
    faults: [{ kind: "not-found", code: "session.not-found" }],
  }),
  listOfRun: defineEndpoint({
    id: "model-calls.list-of-run",
    method: "GET",
    path: "/runs/:runId/model-calls",
    summary: "Every call of a run, oldest first, with cost and cache.",
    access: "viewer",
    params: z.object({ runId: idParam("run") }),
    query: ListQuery,
    response: pageOf(ModelCallLine),
    status: 200,
    faults: [{ kind: "not-found", code: "run.not-found" }],
  }),
  receipt: defineEndpoint({
    id: "model-calls.get-receipt",
    method: "GET",
    path: "/model-calls/:callId/receipt",
    summary:
      "What went into a call and why: sections, what was shortened, compacted, trimmed or repaired, the budget, what the cache should have given and gave.",
    access: "viewer",
    params: z.object({ callId }),
    response: CallReceipt,
    status: 200,
    faults: [missing],
  }),
  diff: defineEndpoint({
    id: "model-calls.diff",
    method: "GET",
    path: "/model-calls/:callId/diff/:otherCallId",
    summary: "What is not the same in two calls, the first taken as the earlier one.",
    access: "viewer",
    params: z.object({ callId, otherCallId: idParam("modelCall") }),
    response: CallDiff,
    status: 200,
    faults: [missing, { kind: "not-found", code: "model-call.no-receipt" }],
  }),
  text: defineEndpoint({
    id: "prompt-texts.get",
    method: "GET",
    path: "/prompt-texts/:hash",
    summary: "The text of a section or a list of tools, by the hash that a receipt names.",
    access: "viewer",
    params: z.object({ hash: z.string().min(1) }),
    response: PromptText,
    status: 200,
    faults: [{ kind: "not-found", code: "prompt-text.not-found" }],
  }),
};
