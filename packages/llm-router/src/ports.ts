import type { ModelFailure, ModelFailureKind, ModelRef, Usage } from "@cadre/domain";

/** Waits `ms`, or less when the signal aborts. Resolves either way and never rejects: the caller looks at the signal. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** State of one breaker; absent means healthy. Times are milliseconds since the epoch. */
export type BreakerState = {
  /** Failures in a row. */
  readonly failures: number;
  readonly lastKind: ModelFailureKind;
  readonly openUntilMs: number;
};

/** Where breaker state lives. Keys are `provider` and `provider:model`; `update` is atomic for one key. */
export type BreakerStore = {
  read(key: string): Promise<BreakerState | undefined>;
  update(key: string, change: (state: BreakerState | undefined) => BreakerState | undefined): Promise<void>;
};

/** One call about to be sent. Money is whole micro-dollars. */
export type ReservationRequest<Account> = {
  readonly account: Account;
  readonly target: ModelRef;
  /** The most this call can cost. */
  readonly worstCaseMicroUsd: number;
  /** The catalogue has no price for the model, so the default price stands in: flag it. */
  readonly isUnpriced: boolean;
  readonly isSimulated: boolean;
};

export type Reservation =
  | { readonly kind: "reserved"; readonly reservationId: string }
  /** `retryAfterMs`: when the budget renews itself, if it does. */
  | { readonly kind: "refused"; readonly reason: string; readonly retryAfterMs?: number | undefined };

/** Asks whether a call may be paid for. It reserves in the transaction that reads the budget (I9), anew for each target. */
export type BudgetGate<Account> = {
  reserve(ask: ReservationRequest<Account>): Promise<Reservation>;
};

/** What became of one reserved call. */
export type Settlement<Account> = {
  readonly account: Account;
  readonly reservationId: string;
  readonly target: ModelRef;
  readonly outcome: { readonly kind: "reply"; readonly requestId: string | undefined } | FailedOutcome;
  readonly usage: Usage;
  readonly costMicroUsd: number;
  readonly isUnpriced: boolean;
  readonly isSimulated: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date;
};

type FailedOutcome = { readonly kind: "failed"; readonly failure: ModelFailure };

/** Records what a call used and cost. Called exactly once per reservation, also after a failure or an abort. */
export type Ledger<Account> = {
  settle(settlement: Settlement<Account>): Promise<void>;
};
