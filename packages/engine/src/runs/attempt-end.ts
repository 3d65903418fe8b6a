import type { AttemptStatus, RunStatus } from "@cadre/domain";
import type { OpenWait, RunTrouble, Transaction } from "../transaction.ts";
import type { ClaimedRun } from "./claimed-run.ts";

/** A trouble that fails a run; a missing submit only leaves it incomplete (I7). */
export type RunFailure = Exclude<RunTrouble, { kind: "no-submit" }>;

/**
 * Writes what belongs to ends; it is called once for all those of a commit that name it. What it sends without waiting for an answer
 * (`unit.send`) costs no round trip. It touches nothing but the transaction, since it may run again.
 */
export type Alongside = (tx: Transaction, claims: readonly ClaimedRun[]) => void | Promise<void>;

export type Success = {
  readonly kind: "succeeded";
  /** What came of it, for people: submitted, accepted, answered … */
  readonly outcome: string;
  /** More that belongs to the end and commits with it. */
  readonly alongside?: Alongside;
};

/** How an attempt gives its run back. */
export type AttemptEnd =
  | Success
  /** The model stopped without a submit. With open children or questions the run waits for them instead (I7). */
  | { readonly kind: "ended-without-submit" }
  | { readonly kind: "failed"; readonly trouble: RunFailure }
  | { readonly kind: "parked"; readonly waits: readonly OpenWait[] }
  | { readonly kind: "preempted" }
  /** The segment is over, at a step boundary; the run goes on in another one at once. */
  | { readonly kind: "drained" };

/** Where a run stands once its attempt has ended. */
export type EndedRun = { readonly status: RunStatus; readonly attempt: AttemptStatus };
