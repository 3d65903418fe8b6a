import { createHistoryMemory } from "@cadre/core";
import { assistantEntryOf, type ModelReply, type ToolCallBlock } from "@cadre/domain";
import type { ApprovalAsk, CallPlan, JournalCall, StepPorts } from "@cadre/harness";
import { RUN_LIMITS } from "@cadre/shared";
import { assessCall, runTool, type ToolResult } from "@cadre/tool-selector";
import { actorOf, staleFence } from "../claim.ts";
import type { EngineToolContext } from "../engine-tool-context.ts";
import { awaitApproval, type CallRef, finishCall, openCalls, refuseCall, startCall } from "../runs/call-journal.ts";
import { fenced } from "../runs/fenced.ts";
import { type CallEffect, recordReply } from "../runs/record-reply.ts";
import { continuesLog, entriesSince, loadSession } from "../sessions/load-session.ts";
import { createCheckRunner } from "../tasks/checks/check-runner.ts";
import { decisionOf } from "./call-decision.ts";
import { bundleOf } from "./context/bundle-of.ts";
import { callModel } from "./context/call-model.ts";
import { compactionPorts } from "./context/compaction-ports.ts";
import type { Turn } from "./open-turn.ts";
import { storedResult } from "./stored-result.ts";
import type { TurnControl, TurnHost, TurnWork } from "./turn-work.ts";

/** The harness's ports over rows: every write is fenced, every effect is journaled first. */
export function turnPorts(work: TurnWork): StepPorts {
  const { deps, turn, control } = work;
  const { claim, sessionId } = turn;
  return {
    ...compactionPorts(work),
    load: () => loadStep(work),
    buildBundle: () => bundleOf(work),
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

/** What an attempt knows when it begins. */
export function beginWork(host: TurnHost, turn: Turn, control: TurnControl): TurnWork {
  return {
    ...host,
    turn,
    control,
    step: { now: turn.claim.step },
    frozen: { now: turn.frozen },
    aim: { now: { targets: [] } },
    model: {},
    built: {},
    sent: {},
    log: [],
    memory: { now: createHistoryMemory() },
  };
}

async function loadStep({ deps, turn, log, memory }: TurnWork): ReturnType<StepPorts["load"]> {
  const session = { id: turn.sessionId, organizationId: turn.claim.organizationId };
  const newest = log.at(-1);
  const [entries, open] = await Promise.all([
    newest === undefined ? loadSession(deps, session) : entriesSince(deps, session, newest.seq),
    openCalls(deps, turn.claim.runId),
  ]);
  if (continuesLog(log, entries)) log.push(...entries);
  else {
    log.splice(0, log.length, ...(await loadSession(deps, session)));
    memory.now = createHistoryMemory();
  }
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

async function appendReply(work: TurnWork, reply: ModelReply): Promise<string> {
  const { deps, turn } = work;
  const step = work.step.now + 1;
  const { entryId } = await recordReply(deps, turn.claim, {
    sessionId: turn.sessionId,
    step,
    payload: assistantEntryOf(reply),
    effectOf: (name) => effectOf(work, name),
  });
  work.step.now = step;
  return entryId;
}

function effectOf({ turn }: TurnWork, name: string): CallEffect {
  const tool = turn.tools.registry.find(name);
  if (tool === undefined) return { effect: "external", mayRepeat: false };
  return { effect: tool.effect, mayRepeat: tool.effect === "read" || tool.isIdempotent };
}

function planCall({ deps, turn }: TurnWork, call: ToolCallBlock): CallPlan {
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
function askApprovals(
  { deps, turn }: TurnWork,
  entryId: string,
  asks: readonly ApprovalAsk[],
): Promise<readonly string[]> {
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
async function start({ deps, turn }: TurnWork, call: CallRef): Promise<void> {
  const askedAt = deps.now().getTime();
  await startCall(deps, turn.claim, call);
  if (deps.now().getTime() - askedAt >= SURELY_LEASED_MS) throw staleFence(turn.claim);
}

function runCall(
  work: TurnWork,
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
  { deps, turn, step }: TurnWork,
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
