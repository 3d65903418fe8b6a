import {
  ATTEMPT_PAIRS,
  type AttemptStatus,
  CALL_PAIRS,
  type CallStatus,
  LANES,
  RUN_KINDS,
  RUN_PAIRS,
  type RunStatus,
  Usage,
  WAIT_KINDS,
  WAIT_PAIRS,
  type WaitStatus,
} from "@cadre/domain";
import { z } from "zod";
import { idParam, ListQuery, listQuery, Micros, pageOf, Timestamp, wordsOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const runStatuses = Object.keys(RUN_PAIRS) as RunStatus[];

/** What calls of models cost: real money and, apart from it, what simulated calls would have cost. */
const costs = { costMicros: Micros, simulatedCostMicros: Micros };

/** One piece of work. */
export const Run = z.object({
  id: z.string(),
  agentId: z.string(),
  kind: z.enum(RUN_KINDS),
  scenario: z.string(),
  lane: z.enum(LANES),
  status: z.enum(runStatuses),
  priority: z.int(),
  taskId: z.string().nullable(),
  round: z.int().nullable(),
  itemId: z.string().nullable(),
  sessionId: z.string().nullable(),
  fence: z.int().describe("Grows with every claim."),
  step: z.int().describe("Steps whose reply is in the log."),
  losses: z.int().describe("Attempts that lost their worker."),
  outcome: z.string().nullable(),
  failure: z.record(z.string(), z.unknown()).nullable(),
  isSimulated: z.boolean(),
  modelCalls: z.int(),
  ...costs,
  notBefore: Timestamp.nullable(),
  queuedAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
});

/** One claim of a run. */
export const Attempt = z.object({
  fence: z.int(),
  workerId: z.string(),
  status: z.enum(Object.keys(ATTEMPT_PAIRS) as AttemptStatus[]),
  reason: z.string().nullable(),
  firstStep: z.int(),
  lastStep: z.int().nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
});

/** One tool call of a run's journal. */
export const ToolCall = z.object({
  entryId: z.string(),
  callId: z.string(),
  step: z.int(),
  position: z.int(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  effect: z.enum(["read", "write", "external"]),
  status: z.enum(Object.keys(CALL_PAIRS) as CallStatus[]),
  starts: z.int().describe("How often it was started."),
  outcome: z.string().nullable(),
  resultEntryId: z.string().nullable(),
  resultSeq: z.int().nullable().describe("Where its result stands in the log."),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
});

/** One call of a model, with its tokens and what it cost. */
export const ModelCall = Usage.extend({
  id: z.string(),
  fence: z.int(),
  step: z.int(),
  purpose: z.string(),
  provider: z.string(),
  model: z.string(),
  isSimulated: z.boolean(),
  status: z.enum(["reserved", "done", "failed", "aborted"]),
  ...costs,
  reservedMicros: Micros,
  isUnpriced: z.boolean().describe("No price is known: charged at the configured default."),
  failure: z.string().nullable(),
  requestId: z.string().nullable(),
  entryId: z.string().nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
});

/** One thing a run waits or waited for. */
export const Wait = z.object({
  id: z.string(),
  kind: z.enum(WAIT_KINDS),
  reference: z.string().nullable(),
  status: z.enum(Object.keys(WAIT_PAIRS) as WaitStatus[]),
  dueAt: Timestamp.nullable(),
  createdAt: Timestamp,
  resolvedAt: Timestamp.nullable(),
});

/** A run with what happened in it; of its calls the newest, oldest first. */
export const RunDetail = Run.extend({
  tokens: z.object({ input: z.int(), cached: z.int(), output: z.int() }).describe("Of all its model calls."),
  toolCallCount: z.int(),
  log: z
    .object({ firstSeq: z.int(), lastSeq: z.int() })
    .nullable()
    .describe("Where its entries stand in the log of its session; null before it wrote anything."),
  attempts: z.array(Attempt),
  toolCalls: z.array(ToolCall).describe("The newest; GET /runs/:runId/tool-calls lists all."),
  calls: z.array(ModelCall).describe("The newest; GET /runs/:runId/model-calls lists all."),
  waits: z.array(Wait),
});

const filters = {
  status: wordsOf(runStatuses).optional(),
  kind: z.enum(RUN_KINDS).optional(),
};

export const runEndpoints = {
  list: defineEndpoint({
    id: "runs.list",
    method: "GET",
    path: "/runs",
    summary: "Runs that match every given filter, newest first.",
    access: "viewer",
    query: listQuery({ ...filters, agentId: idParam("agent").optional(), taskId: idParam("task").optional() }),
    response: pageOf(Run),
    status: 200,
  }),
  listOfTask: defineEndpoint({
    id: "runs.list-of-task",
    method: "GET",
    path: "/tasks/:taskId/runs",
    summary: "Runs of a task, reviews and reflections included, newest first.",
    access: "viewer",
    params: z.object({ taskId: idParam("task") }),
    query: listQuery(filters),
    response: pageOf(Run),
    status: 200,
    faults: [{ kind: "not-found", code: "task.not-found" }],
  }),
  get: defineEndpoint({
    id: "runs.get",
    method: "GET",
    path: "/runs/:runId",
    summary: "A run with its attempts and waits, its tokens and cost, and its newest tool and model calls.",
    access: "viewer",
    params: z.object({ runId: idParam("run") }),
    response: RunDetail,
    status: 200,
    faults: [{ kind: "not-found", code: "run.not-found" }],
  }),
  listToolCalls: defineEndpoint({
    id: "runs.list-tool-calls",
    method: "GET",
    path: "/runs/:runId/tool-calls",
    summary: "The journal of a run's tool calls, oldest first.",
    access: "viewer",
    params: z.object({ runId: idParam("run") }),
    query: ListQuery,
    response: pageOf(ToolCall),
    status: 200,
    faults: [{ kind: "not-found", code: "run.not-found" }],
  }),
  stream: defineEndpoint({
    id: "runs.stream",
    method: "GET",
    path: "/runs/:runId/stream",
    summary:
      "What a model writes while it writes it, as server-sent events: `delta` pieces of the steps that are not in the log yet, `step` when one is, `end` when the run is over.",
    access: "viewer",
    params: z.object({ runId: idParam("run") }),
    response: z.string(),
    status: 200,
    produces: "text/event-stream",
    faults: [
      { kind: "not-found", code: "run.not-found" },
      { kind: "invalid", code: "runs.bad-last-id" },
    ],
  }),
};
