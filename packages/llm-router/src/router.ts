import type { ModelFailure, ModelReply, ModelRequest } from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";
import { type AttemptDeps, attemptTarget } from "./attempt-target.ts";
import type { ModelDelta } from "./call-target.ts";
import type { PriceRow } from "./catalogue/catalogue-model.ts";
import { DEFAULT_UNPRICED_PRICE } from "./catalogue/price-row.ts";
import { mayFallBack, modelFailure } from "./failure.ts";
import type { Wait } from "./ports.ts";
import { type RetryPolicy, TURN_RETRY } from "./retry.ts";
import type { RouteTarget } from "./route-target.ts";
import { createSemaphore } from "./semaphore.ts";
import { type Tried, verdictOf } from "./tried.ts";

export type RouterDeps<Account> = Omit<AttemptDeps<Account>, "unpricedAs" | "semaphore"> & {
  readonly wait: Wait;
  /** Default: the dearest price known. */
  readonly unpricedAs?: PriceRow;
  /** Default: `MODEL_LIMITS.maxConcurrentPerProvider`, counted per provider and key. */
  readonly maxConcurrentPerProvider?: number;
};

export type RouteOptions<Account> = {
  /** Whose money is spent; handed to the budget gate and the ledger untouched. */
  readonly account: Account;
  /** In order of preference: a target is tried only when none before it could answer. */
  readonly targets: readonly RouteTarget[];
  readonly signal: AbortSignal;
  /** Called synchronously for every piece of the reply. */
  readonly onDelta: (delta: ModelDelta) => void;
  /** Default: `TURN_RETRY`. */
  readonly retry?: RetryPolicy;
  /** The caller's estimate of the prompt, for the reservation. Unset: a worst case from its bytes. */
  readonly promptTokens?: number;
};

export type RouteResult =
  | { readonly kind: "reply"; readonly reply: ModelReply; readonly tried: readonly Tried[] }
  | {
      readonly kind: "failed";
      readonly failure: ModelFailure;
      readonly tried: readonly Tried[];
      /** True when part of a reply was already handed to `onDelta`. */
      readonly hasStreamed: boolean;
    };

export type Router<Account> = {
  /**
   * Answers a request with the first target that can. `request.model` is replaced by each target's. Once a piece of a
   * reply has streamed, nothing is repeated or replaced. When the wait is too long to hold a worker, the failure
   * carries `retryAfterMs` and the caller parks. Throws only what a port or `onDelta` throws.
   */
  route(request: ModelRequest, options: RouteOptions<Account>): Promise<RouteResult>;
};

/** One router per process, because it holds the concurrency limit. Breakers, budget and ledger are ports. */
export function createRouter<Account>(deps: RouterDeps<Account>): Router<Account> {
  const attemptDeps: AttemptDeps<Account> = {
    ...deps,
    unpricedAs: deps.unpricedAs ?? DEFAULT_UNPRICED_PRICE,
    semaphore: createSemaphore(deps.maxConcurrentPerProvider ?? MODEL_LIMITS.maxConcurrentPerProvider),
  };
  return { route: (request, options) => route(attemptDeps, request, { ...options, wait: deps.wait }) };
}

/** Passes over the chain until something answers. Another target is tried at once; only a whole failed pass waits. */
async function route<Account>(
  deps: AttemptDeps<Account>,
  request: ModelRequest,
  options: RouteOptions<Account> & { readonly wait: Wait },
): Promise<RouteResult> {
  const tried: Tried[] = [];
  const counted = new Set<string>();
  const policy = options.retry ?? TURN_RETRY;
  let targets = options.targets;

  for (let retry = 1; ; retry += 1) {
    const pass: Tried[] = [];
    for (const target of targets) {
      const attempt = await attemptTarget(deps, request, { target, options: { ...options, counted } });
      if (attempt.kind === "reply") return { kind: "reply", reply: attempt.reply, tried };
      pass.push(attempt.tried);
      tried.push(attempt.tried);
      if (attempt.hasStreamed || endsChain(attempt.tried)) {
        return { kind: "failed", failure: attempt.tried.failure, tried, hasStreamed: attempt.hasStreamed };
      }
    }

    const failure = verdictOf(pass) ?? noTarget();
    const delayMs = policy.delayMs(retry, failure);
    if (delayMs === undefined) return { kind: "failed", failure, tried, hasStreamed: false };
    await options.wait(delayMs, options.signal);
    targets = targets.filter((_target, at) => pass[at]?.failure.isRetryable === true);
  }
}

function endsChain(tried: Tried): boolean {
  return tried.reason === "call-failed" && !mayFallBack(tried.failure);
}

function noTarget(): ModelFailure {
  return modelFailure({
    kind: "not-found",
    code: "no-target",
    message: "No model is configured for this call. Choose one in the model settings.",
  });
}
