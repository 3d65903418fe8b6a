import type { AttemptStatus } from "@cadre/domain";
import { assertNever, canonicalJson, storableText, TASK_LIMITS } from "@cadre/shared";
import { actorOf, staleFence } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { OpenWait, RunTrouble, Transaction } from "../transaction.ts";
import type { Alongside, AttemptEnd, EndedRun, Success } from "./attempt-end.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { closeCalls } from "./close-calls.ts";
import { openWaits, pendingWaits } from "./open-waits.ts";
import { ringNextInLanes } from "./ring-lanes.ts";
import { ringAfterCommit } from "./ring-run.ts";
import { emitRunEnded, emitRunParked, emitRunQueued } from "./run-events.ts";
import { sendSuccesses, type Standing, standIn } from "./stand.ts";
import { endItemOfRun, retryTurn } from "./turn-retry.ts";

/**
 * Ends an attempt, in one fenced transaction with everything that follows: its run's state, waits, item, calls, and what the task
 * makes of it. Rings for the run if it is queued again, and for the next one in its lane. Faults: `run.stale-fence`.
 */
export async function endAttempt(deps: EngineDeps, claim: ClaimedRun, end: AttemptEnd): Promise<EndedRun> {
  const ended = await transact(deps, actorOf(claim), (tx) => endIn(tx, claim, end));
  await ringNextInLanes(deps, [claim]);
  return ended;
}

async function endIn(tx: Transaction, claim: ClaimedRun, end: AttemptEnd): Promise<EndedRun> {
  switch (end.kind) {
    case "succeeded":
      await writeAlongside(tx, [{ claim, end }]);
      await stand(tx, claim, { run: "succeeded", attempt: "finished", outcome: end.outcome });
      return SUCCEEDED;
    case "ended-without-submit":
      return endUnsubmitted(tx, claim);
    case "failed":
      return fail(tx, claim, end.trouble);
    case "parked":
      return park(tx, claim, end.waits);
    case "preempted":
      return putBack(tx, claim, { attempt: "preempted", delayMs: TASK_LIMITS.preemptRequeueDelayMs });
    case "drained":
      return putBack(tx, claim, { attempt: "drained", delayMs: 0 });
    default:
      return assertNever(end);
  }
}

export const SUCCEEDED: EndedRun = { status: "succeeded", attempt: "finished" };

/** A claim whose attempt did what it should. */
export type SucceededClaim = { readonly claim: ClaimedRun; readonly end: Success };

/**
 * Ends attempts of one organization that succeeded, all or none of them, in one round trip. It fails also when something has to be
 * decided about one of them: then `endAttempt` does it.
 */
export async function succeedAtOnce(tx: Transaction, ends: readonly SucceededClaim[]): Promise<void> {
  sendSuccesses(
    tx,
    ends.map(({ claim, end }) => ({ claim, outcome: end.outcome })),
  );
  await writeAlongside(tx, ends);
}

async function writeAlongside(tx: Transaction, ends: readonly SucceededClaim[]): Promise<void> {
  const claims = new Map<Alongside, ClaimedRun[]>();
  for (const { claim, end } of ends) {
    if (end.alongside === undefined) continue;
    const same = claims.get(end.alongside);
    if (same === undefined) claims.set(end.alongside, [claim]);
    else same.push(claim);
  }
  const parts = [...claims].map(async ([alongside, own]) => alongside(tx, own));
  // Nothing may use the transaction after its end: every part is waited for, even when one fails.
  await Promise.allSettled(parts);
  await Promise.all(parts);
}

/** Writes the rows if the claim still holds, and what they entail. */
async function stand(tx: Transaction, claim: ClaimedRun, next: Standing): Promise<void> {
  const stood = await standIn(tx, claim, next);
  if (stood === undefined) throw staleFence(claim);
  if (stood.completedItem !== undefined) await tx.mailbox.completed(stood.completedItem, next.outcome ?? "");
  if (next.run === "queued" || next.run === "waiting") return;
  if (stood.hasOpenCalls) await closeCalls(tx, [claim.runId], `the run ended as ${next.run}`);
  emitRunEnded(tx, eventRun(claim), { status: next.run, reason: next.outcome ?? next.reason ?? null });
}

async function endUnsubmitted(tx: Transaction, claim: ClaimedRun): Promise<EndedRun> {
  await holdClaim(tx, claim);
  const waits = await pendingWaits(tx, claim);
  if (waits.length > 0) return park(tx, claim, waits);
  const trouble: RunTrouble = { kind: "no-submit" };
  await stand(tx, claim, { run: "incomplete", attempt: "finished", reason: "ended without a submit" });
  await followTrouble(tx, claim, { status: "incomplete", trouble });
  return { status: "incomplete", attempt: "finished" };
}

async function fail(tx: Transaction, claim: ClaimedRun, trouble: RunTrouble): Promise<EndedRun> {
  await stand(tx, claim, {
    run: "failed",
    attempt: "finished",
    reason: trouble.kind,
    failure: storableText(canonicalJson(trouble)),
  });
  await followTrouble(tx, claim, { status: "failed", trouble });
  return { status: "failed", attempt: "finished" };
}

/** A task decides on its own retries; any other work is tried again a few times and then reported. */
async function followTrouble(
  tx: Transaction,
  claim: ClaimedRun,
  end: { readonly status: "incomplete" | "failed"; readonly trouble: RunTrouble },
): Promise<void> {
  if (claim.kind !== "task" || claim.taskId === undefined) return retryTurn(tx, claim, end.trouble);
  await endItemOfRun(tx, claim, { status: "completed", outcome: end.status });
  await tx.tasks.runEnded(claim.taskId, claim.runId, end.trouble);
}

/** The slot is free while the run waits. A run whose waits are met by now is queued again at once. */
async function park(tx: Transaction, claim: ClaimedRun, waits: readonly OpenWait[]): Promise<EndedRun> {
  await holdClaim(tx, claim);
  const open = await openWaits(tx, claim.runId, waits);
  if (open.length === 0) return putBack(tx, claim, { attempt: "parked", delayMs: 0 });
  await stand(tx, claim, { run: "waiting", attempt: "parked", reason: open.join(", ") });
  emitRunParked(tx, eventRun(claim), open);
  return { status: "waiting", attempt: "parked" };
}

async function putBack(
  tx: Transaction,
  claim: ClaimedRun,
  back: { readonly attempt: AttemptStatus; readonly delayMs: number },
): Promise<EndedRun> {
  await stand(tx, claim, { run: "queued", attempt: back.attempt, delayMs: back.delayMs });
  emitRunQueued(tx, eventRun(claim));
  ringAfterCommit(tx, { id: claim.runId, fence: claim.fence, priority: claim.priority }, back.delayMs);
  return { status: "queued", attempt: back.attempt };
}

/** Locks the run for the rest of the transaction before anything is read to decide by. */
async function holdClaim(tx: Transaction, claim: ClaimedRun): Promise<void> {
  const held = await tx.unit.first(
    "select 1 from runs where id = $1 and fence = $2 and status = 'running' for no key update",
    [claim.runId, claim.fence],
  );
  if (held === undefined) throw staleFence(claim);
}

function eventRun(claim: ClaimedRun): { id: string; agentId: string; taskId: string | null } {
  return { id: claim.runId, agentId: claim.agentId, taskId: claim.taskId ?? null };
}
