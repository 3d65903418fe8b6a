import { type AssistantMessageEntry, NO_USAGE } from "@cadre/domain";
import {
  type ClaimedRun,
  createBudgetGate,
  createLedger,
  finishCall,
  makeTaskMove,
  recordReply,
  startCall,
  type Step,
  storeSubmit,
} from "@cadre/engine";
import type { Company } from "./company.ts";
import { finishTasks } from "./finish-task.ts";

const TARGET = { provider: "simulated", model: "bench" } as const;
const NO_LIMIT_MICRO_USD = 1_000_000_000;
const PRICE_MICRO_USD = 100;
const REPLY: AssistantMessageEntry = {
  kind: "assistant-message",
  v: 1,
  content: [
    { type: "text", text: "x".repeat(800) },
    { type: "tool-call", callId: "call_1", name: "nothing", args: {} },
  ],
  model: TARGET,
  stopReason: "tool-use",
  usage: NO_USAGE,
  isSimulated: true,
};

const HARMLESS = { effect: "read", mayRepeat: true } as const;
const RESULT = { outcome: "done", text: "Nothing was done." } as const;

type Paid = (claim: ClaimedRun) => Promise<void>;

/** Everything a model call writes beside its reply: the reservation before it and what it cost after it. */
function paidCall({ deps }: Company): Paid {
  const budget = createBudgetGate(deps, { dailyLimitMicroUsd: NO_LIMIT_MICRO_USD });
  const ledger = createLedger(deps);
  return async (claim) => {
    const account = { claim, step: 1, purpose: "main" };
    const call = { account, target: TARGET, isUnpriced: false, isSimulated: true };
    const reservation = await budget.reserve({ ...call, worstCaseMicroUsd: PRICE_MICRO_USD });
    if (reservation.kind === "refused") throw new Error(reservation.reason);
    const at = deps.now();
    await ledger.settle({
      ...call,
      reservationId: reservation.reservationId,
      outcome: { kind: "reply", requestId: undefined },
      usage: NO_USAGE,
      costMicroUsd: PRICE_MICRO_USD,
      startedAt: at,
      endedAt: at,
    });
  };
}

/**
 * An agent that makes one model call and the tool call it asks for, as every run of the product does at least, and ends the task
 * without a review.
 */
export function callingAgent(company: Company): Step {
  const { deps } = company;
  const pay = paidCall(company);
  return async (claim) => {
    await pay(claim);
    const { sessionId = "" } = claim;
    const reply = { sessionId, step: 1, payload: REPLY, effectOf: () => HARMLESS };
    const { calls } = await recordReply(deps, claim, reply);
    for (const call of calls) {
      await startCall(deps, claim, call);
      await finishCall(deps, claim, { ...call, sessionId, step: 1, result: { ...RESULT, name: call.name } });
    }
    return { kind: "succeeded", outcome: "answered", alongside: finishTasks };
  };
}

/** An agent that pays for one model call and submits nothing for review. */
export function submittingAgent(company: Company): Step {
  const pay = paidCall(company);
  return async (claim) => {
    if (claim.kind !== "task") return { kind: "succeeded", outcome: "nothing to do" };
    await pay(claim);
    return submitNothing(claim);
  };
}

function submitNothing({ taskId = "", runId, agentId }: ClaimedRun): Awaited<ReturnType<Step>> {
  return {
    kind: "succeeded",
    outcome: "submitted",
    alongside: async (tx) => {
      await storeSubmit(tx, {
        taskId,
        runId,
        agentId,
        summary: "Nothing was done.",
        deliverables: [],
        version: (await tx.tasks.get(taskId)).version,
        snapshot: { files: [], hash: "", deliverables: [] },
        results: [],
      });
    },
  };
}

/** The owner accepts what was submitted: the verdict that ends a task. */
export async function acceptTask({ deps, owner }: Company, taskId: string): Promise<void> {
  await makeTaskMove(deps, owner, { taskId, move: "accept" });
}
