import type { ToolCallBlock } from "@cadre/domain";
import type { Scenario } from "./scenarios/define-scenario.ts";
import type { ApprovalAsk, JournalCall, StepEnd, StepPorts } from "./step-ports.ts";

/** A call that may run now. */
type ReadyCall = { readonly call: ToolCallBlock; readonly approvedText: string | undefined };

/**
 * Finishes what is open of one reply. Calls that need a person are put to them together; meanwhile read-only calls run, and the
 * rest waits, so that the run parks once (I13). Returns `continue` when every call has its result.
 */
export async function runCalls(
  ports: StepPorts,
  scenario: Scenario,
  open: { readonly entryId: string; readonly calls: readonly JournalCall[] },
): Promise<StepEnd> {
  const ready: ReadyCall[] = [];
  const asks: ApprovalAsk[] = [];
  const pending: string[] = [];
  for (const { call } of open.calls) {
    const plan = ports.planCall(call);
    if (plan.kind === "refused") {
      await ports.refuseCall(open.entryId, call, { outcome: "failed", text: plan.result.text });
      continue;
    }
    if (plan.kind === "run") {
      ready.push({ call, approvedText: plan.approvedText });
      continue;
    }
    const decision = await ports.decisionOf(open.entryId, call);
    if (decision.kind === "approved") ready.push({ call, approvedText: decision.exactText });
    if (decision.kind === "pending") pending.push(decision.approvalId);
    if (decision.kind === "none") asks.push({ call, exactText: plan.exactText, reason: plan.reason });
    if (decision.kind === "refused") {
      await ports.refuseCall(open.entryId, call, { outcome: "denied", text: decision.text });
    }
  }
  if (asks.length > 0) pending.push(...(await ports.askApprovals(open.entryId, asks)));
  const isHeld = pending.length > 0;
  const startable = isHeld ? ready.filter(({ call }) => ports.effectOf(call.name) === "read") : ready;
  const end = await runReady(ports, scenario, { entryId: open.entryId, ready: startable });
  if (end.kind !== "continue" || !isHeld) return end;
  return { kind: "awaiting-approval", approvalIds: pending };
}

async function runReady(
  ports: StepPorts,
  scenario: Scenario,
  work: { readonly entryId: string; readonly ready: readonly ReadyCall[] },
): Promise<StepEnd> {
  if (scenario.runsCallsInParallel) {
    const ends = await Promise.all(work.ready.map((ready) => runOne(ports, work.entryId, ready)));
    return ends.find((end) => end.kind !== "continue") ?? { kind: "continue" };
  }
  for (const ready of work.ready) {
    // Finishing the calls of the reply comes first, except for pause, cancel and emergency stop (I6).
    if (ports.boundary() === "stop") return { kind: "stopped" };
    const end = await runOne(ports, work.entryId, ready);
    if (end.kind !== "continue") return end;
  }
  return { kind: "continue" };
}

async function runOne(ports: StepPorts, entryId: string, ready: ReadyCall): Promise<StepEnd> {
  const { call, approvedText } = ready;
  await ports.startCall(entryId, call);
  const result = await ports.runCall(entryId, call, approvedText);
  if (result.outcome?.kind === "wait-approval") {
    return { kind: "awaiting-approval", approvalIds: [result.outcome.approvalId] };
  }
  await ports.finishCall(entryId, call, result);
  if (result.outcome?.kind === "submitted") return { kind: "submitted" };
  if (result.outcome?.kind === "end-turn") return { kind: "ended", text: result.text };
  return { kind: "continue" };
}
