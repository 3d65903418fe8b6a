import { type BundleReceipt, type ContextBundle, createHistoryMemory, type HistoryMemory } from "@cadre/core";
import { assistantEntryOf, type ModelFailure, type ModelReply, type ToolCallBlock } from "@cadre/domain";
import type { ApprovalAsk, CallPlan, JournalCall, ModelAnswer, StepPorts } from "@cadre/harness";
import { HEARTBEAT_RETRY, modelFailure, type RouteTarget, TURN_RETRY } from "@cadre/llm-router";
import { canonicalJson, isFault, RUN_LIMITS } from "@cadre/shared";
import { assessCall, runTool, type ToolResult } from "@cadre/tool-selector";
import type { EngineToolContext } from "../engine-tool-context.ts";
import { awaitApproval, type CallRef, finishCall, openCalls, refuseCall, startCall } from "../runs/call-journal.ts";
import { actorOf, staleFence } from "../claim.ts";
import { fenced } from "../runs/fenced.ts";
import { type CallEffect, recordReply } from "../runs/record-reply.ts";
import { entriesSince, loadSession, type StoredEntry } from "../sessions/load-session.ts";
import { createCheckRunner } from "../tasks/checks/check-runner.ts";
import type { PromptTexts } from "../models/prompt-texts.ts";
import { decisionOf } from "./call-decision.ts";
import { assembleContext } from "./context/assemble-context.ts";
import { newestCall } from "./context/newest-call.ts";
import type { Turn } from "./open-turn.ts";
import { storedResult } from "./stored-result.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** What a segment tells its steps while they run. */
export type TurnControl = {
  readonly signal: AbortSignal;
  readonly boundary: () => "go" | "preempt" | "stop";
};

/** What an executor gives, with what its steps share. */
export type StepDeps = TurnDeps & { readonly promptTexts: PromptTexts };

/** The harness's ports over rows: every write is fenced, every effect is journaled first. */
export function turnPorts(deps: StepDeps, turn: Turn, control: TurnControl): StepPorts {
  const { claim, sessionId } = turn;
  const work: Work = {
    deps,
    turn,
    control,
    step: { now: claim.step },
    aim: { now: { targets: [] } },
    sent: {},
    log: [],
    memory: createHistoryMemory(),
  };
  return {
    load: () => loadStep(work),
    buildBundle: (entries) => bundleOf(work, entries),
    callModel: (bundle) => callModel(work, bundle),
    appendReply: (reply) => appendReply(work, reply),
    appendNote: async (topic, text) => {
      await fenced(deps, claim, (tx) =>
        tx.sessions.append(
          sessionId,
          { kind: "note", v: 1, topic, text },
          { runId: claim.runId, fence: claim.fence, step: work.step.now },
        ),
      );
    },
    planCall: (call) => planCall(work, call),
    effectOf: (name) => effectOf(work, name).effect,
    decisionOf: (entryId, call) => decisionOf(deps, claim, { entryId, callId: call.callId }),
    askApprovals: (entryId, asks) => askApprovals(work, entryId, asks),
    startCall: (entryId, call) => start(work, { entryId, callId: call.callId }),
    runCall: (entryId, call, approvedText) => runCall(work, { entryId, call, approvedText }),
    finishCall: (entryId, call, result) => finish(work, { entryId, callId: call.callId }, { name: call.name, result }),
    refuseCall: async (entryId, call, { outcome, text }) => {
      await refuseCall(deps, claim, {
        entryId,
        callId: call.callId,
        sessionId,
        step: work.step.now,
        result: { name: call.name, outcome, text },
      });
    },
    boundary: control.boundary,
  };
}

type Work = {
  readonly deps: StepDeps;
  readonly turn: Turn;
  readonly control: TurnControl;
  /** The newest step whose reply is in the log; moves on with each recorded reply. */
  readonly step: { now: number };
  /** Where the step's call goes, as the settings said when its prompt was built. */
  readonly aim: { now: Aim };
  /** The receipt of this attempt's newest call, when the model it was made for answered it: the next one is compared with it. */
  sent: { readonly receipt?: BundleReceipt };
  /** What this attempt has read of the session so far: later steps read only what came after. */
  readonly log: StoredEntry[];
  /** What was made of it for the call before. */
  readonly memory: HistoryMemory;
};

async function loadStep({ deps, turn, log }: Work): ReturnType<StepPorts["load"]> {
  const session = { id: turn.sessionId, organizationId: turn.claim.organizationId };
  const newest = log.at(-1);
  const [entries, open] = await Promise.all([
    newest === undefined ? loadSession(deps, session) : entriesSince(deps, session, newest.seq),
    openCalls(deps, turn.claim.runId),
  ]);
  log.push(...entries);
  return {
    entries: [...log],
    openCalls: open.map((call): JournalCall => ({
      entryId: call.entryId,
      status: call.status,
      call: { type: "tool-call", callId: call.callId, name: call.name, args: parseArgs(call.args) },
    })),
  };
}

/** The journal holds the canonical text that this process or an earlier one wrote. */
function parseArgs(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

async function bundleOf(
  work: Work,
  entries: Parameters<StepPorts["buildBundle"]>[0],
): ReturnType<StepPorts["buildBundle"]> {
  const { deps, turn } = work;
  const { claim, scenario, frozen } = turn;
  const parts = {
    organizationId: claim.organizationId,
    agentId: claim.agentId,
    taskId: claim.taskId,
    workspace: turn.roots.workspace,
    scenario,
    tools: turn.tools.offered,
    frozen,
  };
  return assembleContext(deps, parts, async () => {
    const [aim, previous] = await Promise.all([
      aimOf(deps, claim.agentId),
      work.sent.receipt ?? newestCall(deps, turn.sessionId).then((call) => call?.receipt),
    ]);
    work.aim.now = aim;
    return { entries, model: aim.targets[0], previous, memory: work.memory };
  });
}

/** Models that may be called, or why the chosen one cannot be. */
type Aim = { readonly targets: readonly RouteTarget[]; readonly failure?: ModelFailure };

/** A choice that cannot be followed is the failure of a call, told in words: nothing is called instead. */
async function aimOf(deps: TurnDeps, agentId: string): Promise<Aim> {
  try {
    return { targets: await deps.targetsOf(agentId) };
  } catch (error) {
    if (!isFault(error)) throw error;
    return {
      targets: [],
      failure: modelFailure({ kind: "permission", code: error.code, message: error.message }),
    };
  }
}

async function callModel(work: Work, bundle: ContextBundle): Promise<ModelAnswer> {
  const { deps, turn, control } = work;
  const { claim } = turn;
  const { targets, failure } = work.aim.now;
  if (failure !== undefined) return { kind: "failed", failure };
  const [first] = targets;
  const step = work.step.now + 1;
  const kept = deps.promptTexts.keep(claim.organizationId, bundle.texts);
  const answer = await deps.router.route(
    {
      model: { provider: first?.provider ?? "none", model: first?.model ?? "none" },
      system: bundle.system,
      tools: bundle.tools,
      toolsCached: bundle.toolsCached,
      messages: bundle.messages,
      cachedMessages: bundle.cachedMessages,
      tail: bundle.tail,
      cacheKey: turn.sessionId,
    },
    {
      account: {
        claim,
        step,
        purpose: "main",
        receipt: canonicalJson({ hashes: bundle.hashes, ...bundle.receipt }),
      },
      targets,
      signal: control.signal,
      retry: turn.scenario.retry === "heartbeat" ? HEARTBEAT_RETRY : TURN_RETRY,
      onDelta: (delta) => {
        if (delta.type === "text-delta") deps.deltas.write({ claim, step, kind: "text", text: delta.text });
        if (delta.type === "thinking-delta") deps.deltas.write({ claim, step, kind: "thinking", text: delta.text });
        if (delta.type === "call-start") deps.deltas.write({ claim, step, kind: "call", text: delta.name });
      },
    },
  );
  await kept;
  if (answer.kind !== "reply") return { kind: "failed", failure: answer.failure };
  // Another model may have answered in its place: the ledger knows.
  work.sent = answer.tried.length === 0 ? { receipt: bundle.receipt } : {};
  return { kind: "reply", reply: answer.reply };
}

async function appendReply(work: Work, reply: ModelReply): Promise<string> {
  const { deps, turn } = work;
  const step = work.step.now + 1;
  const { entryId } = await recordReply(deps, turn.claim, {
    sessionId: turn.sessionId,
    step,
    payload: assistantEntryOf(reply),
    tokens: reply.usage.outputTokens,
    effectOf: (name) => effectOf(work, name),
  });
  work.step.now = step;
  return entryId;
}

function effectOf({ turn }: Work, name: string): CallEffect {
  const tool = turn.tools.registry.find(name);
  if (tool === undefined) return { effect: "external", mayRepeat: false };
  return { effect: tool.effect, mayRepeat: tool.effect === "read" || tool.isIdempotent };
}

function planCall({ deps, turn }: Work, call: ToolCallBlock): CallPlan {
  const assessment = assessCall(turn.tools, call, {
    sandbox: deps.sandbox,
    isStandingApproved: turn.isStandingApproved,
  });
  switch (assessment.kind) {
    case "run":
      return { kind: "run" };
    case "refused":
      return { kind: "refused", result: assessment.result };
    case "needs-approval":
      return { kind: "needs-approval", exactText: assessment.need.exactText, reason: assessment.need.reason };
  }
}

/** All approvals of a step in one transaction with the calls that wait for them (I13). */
function askApprovals({ deps, turn }: Work, entryId: string, asks: readonly ApprovalAsk[]): Promise<readonly string[]> {
  const { claim } = turn;
  return fenced(deps, claim, async (tx) => {
    const ids: string[] = [];
    for (const { call, exactText, reason } of asks) {
      await awaitApproval(tx, claim, { entryId, callId: call.callId });
      ids.push(
        await tx.approvals.request({
          kind: "action",
          title: `${turn.frozen.agent.name} wants to use ${call.name}`,
          description: reason,
          agentId: claim.agentId,
          call: { runId: claim.runId, entryId, callId: call.callId },
          action: exactText,
          ...(claim.taskId === undefined ? {} : { taskId: claim.taskId }),
        }),
      );
    }
    return ids;
  });
}

/** Of a lease at least this much is left while its worker renews it in time. */
const SURELY_LEASED_MS = RUN_LIMITS.leaseMs - RUN_LIMITS.leaseRenewMs;

/**
 * Journals the start. What follows is an effect, and no fence holds an effect back: a process that was suspended meanwhile, or heard
 * of the start too late, may have lost its claim and must not begin (I2, I8). Faults: `run.stale-fence` and those of `startCall`.
 */
async function start({ deps, turn }: Work, call: CallRef): Promise<void> {
  const askedAt = deps.now().getTime();
  await startCall(deps, turn.claim, call);
  if (deps.now().getTime() - askedAt >= SURELY_LEASED_MS) throw staleFence(turn.claim);
}

function runCall(
  work: Work,
  input: { readonly entryId: string; readonly call: ToolCallBlock; readonly approvedText: string | undefined },
): Promise<ToolResult> {
  const { deps, turn, control } = work;
  const { claim } = turn;
  const { call, entryId, approvedText } = input;
  const context: EngineToolContext = {
    signal: control.signal,
    callKey: `${claim.runId}:${entryId}:${call.callId}`,
    roots: turn.roots,
    sandbox: deps.sandbox,
    isStandingApproved: turn.isStandingApproved,
    now: deps.now,
    agentId: claim.agentId,
    taskId: claim.taskId,
    approvedText,
    onOutput: (text) => deps.deltas.write({ claim, step: work.step.now, kind: "output", text }),
    onBug: (error, tool) => deps.onBug(error, `tool ${tool}`),
    deps,
    actor: actorOf(claim),
    runId: claim.runId,
    fenced: (inside) => fenced(deps, claim, inside),
    checks: createCheckRunner({ sandbox: deps.sandbox, now: deps.now, isStandingApproved: turn.isStandingApproved }),
  };
  return runTool(turn.tools, call, context);
}

async function finish(
  { deps, turn, step }: Work,
  ref: CallRef,
  end: { readonly name: string; readonly result: ToolResult },
): Promise<void> {
  const stored = await storedResult(deps.blobs, end.result);
  await finishCall(deps, turn.claim, {
    ...ref,
    sessionId: turn.sessionId,
    step: step.now,
    result: { name: end.name, outcome: end.result.isError ? "failed" : "done", ...stored },
    ...(end.result.outcome === undefined ? {} : { outcome: end.result.outcome.kind }),
  });
}
