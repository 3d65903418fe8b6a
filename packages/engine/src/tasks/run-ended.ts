import { decideErrorRetry, type RetryCounts } from "@cadre/domain";
import { assertNever, TASK_LIMITS } from "@cadre/shared";
import type { RunTrouble, Transaction } from "../transaction.ts";
import { moveTask } from "./moves/move-task.ts";
import { startWork } from "./moves/start-work.ts";
import { spreadFraction } from "./spread-fraction.ts";
import { systemActor } from "./system-actor.ts";
import { lockTask, type TaskRow } from "./task-row.ts";

export type EndedRun = { readonly taskId: string; readonly runId: string; readonly trouble: RunTrouble };

/**
 * Decides what follows a task run that ended without a submit: a retry in the same round, failure, or a person. Call it in the
 * transaction that ended the run, after it ended. A run of an older round, or of a task that moved on, changes nothing.
 */
export async function runEnded(tx: Transaction, { taskId, runId, trouble }: EndedRun): Promise<void> {
  const task = await lockTask(tx, taskId);
  if (task.status !== "in_progress" || !(await isOfThisRound(tx, task, runId))) return;
  switch (trouble.kind) {
    case "no-submit":
      return retryUnsubmitted(tx, task, runId);
    case "error":
      return retryErrored(tx, { task, runId, trouble });
    case "loop-detected":
      return fail(tx, task, `Stopped as loop_detected: ${trouble.message}`);
    case "poison":
      return blockForPerson(tx, task, trouble.message);
    default:
      return assertNever(trouble);
  }
}

async function isOfThisRound(tx: Transaction, task: TaskRow, runId: string): Promise<boolean> {
  const run = await tx.unit.first<{ round: number | null }>("select round from runs where id = $1 and task_id = $2", [
    runId,
    task.id,
  ]);
  return run?.round === task.round;
}

async function retryUnsubmitted(tx: Transaction, task: TaskRow, runId: string): Promise<void> {
  const attempt = task.noSubmitRetries + 1;
  if (attempt > TASK_LIMITS.maxNoSubmitRetries) {
    return fail(tx, task, `Its run ended ${attempt} times without a submit.`);
  }
  await tx.unit.query("update tasks set no_submit_retries = $2 where id = $1", [task.id, attempt]);
  await startWork(tx, task, { cause: `after:${runId}` });
}

type ErroredRun = {
  readonly task: TaskRow;
  readonly runId: string;
  readonly trouble: Extract<RunTrouble, { kind: "error" }>;
};

async function retryErrored(tx: Transaction, { task, runId, trouble }: ErroredRun): Promise<void> {
  const decision = decideErrorRetry(countsOf(task), trouble, spreadFraction(runId));
  if (decision.kind === "fail") return fail(tx, task, failureNote(decision.reason, task, trouble.message));
  const { counts, delayMs } = decision;
  await tx.unit.query(
    `update tasks set error_retries = $2, same_error_retries = $3, error_fingerprint = $4,
       not_before = cadre_now() + make_interval(secs => $5::int / 1000.0) where id = $1`,
    [task.id, counts.errorRetries, counts.sameErrorRetries, counts.fingerprint ?? null, delayMs],
  );
  await startWork(tx, task, { cause: `after:${runId}`, delayMs });
}

function countsOf(task: TaskRow): RetryCounts {
  return {
    errorRetries: task.errorRetries,
    sameErrorRetries: task.sameErrorRetries,
    fingerprint: task.errorFingerprint ?? undefined,
  };
}

function failureNote(reason: "fatal" | "retries" | "same-error", task: TaskRow, message: string): string {
  switch (reason) {
    case "fatal":
      return `Not worth a retry: ${message}`;
    case "retries":
      return `Failed after ${task.errorRetries} retries. Last error: ${message}`;
    case "same-error":
      return `The same error came back after ${task.sameErrorRetries} retries: ${message}`;
  }
}

async function fail(tx: Transaction, task: TaskRow, note: string): Promise<void> {
  await moveTask(tx, task.id, { move: "fail", note, by: systemActor(tx, "runs") });
}

/** A run that kills its worker again and again is not tried again until a person has looked (decisions, "Lease"). */
async function blockForPerson(tx: Transaction, task: TaskRow, message: string): Promise<void> {
  await moveTask(tx, task.id, { move: "block", note: `poison: ${message}`, by: systemActor(tx, "runs") });
}
