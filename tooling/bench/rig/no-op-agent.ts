import { NO_USAGE } from "@cadre/domain";
import { type ClaimedRun, createBudgetGate, createLedger, makeTaskMove, type Step, storeSubmit } from "@cadre/engine";
import type { Company } from "./company.ts";

const TARGET = { provider: "simulated", model: "bench" } as const;
const NO_LIMIT_MICRO_USD = 1_000_000_000;
const PRICE_MICRO_USD = 100;

/** An agent that does everything around the work and no work: it pays for one model call and submits nothing. */
export function noOpAgent({ deps }: Company): Step {
  const budget = createBudgetGate(deps, { dailyLimitMicroUsd: NO_LIMIT_MICRO_USD });
  const ledger = createLedger(deps);
  return async (claim) => {
    if (claim.kind !== "task") return { kind: "succeeded", outcome: "nothing to do" };
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
