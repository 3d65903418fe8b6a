import type { ModelFailure, ModelReply, ModelRequest } from "@cadre/domain";
import { afterFailure, breakerReach, openForMs } from "./breaker.ts";
import { type CallDeps, callTarget, type ModelDelta } from "./call-target.ts";
import { abortedFailure, isRetryableKind, modelFailure } from "./failure.ts";
import type { BreakerStore } from "./ports.ts";
import type { ModelProvider } from "./provider.ts";
import { refOf, type RouteTarget, scopesOf, type TargetScopes } from "./route-target.ts";
import type { Semaphore } from "./semaphore.ts";
import type { Tried } from "./tried.ts";

export type AttemptDeps<Account> = CallDeps<Account> & {
  readonly providers: ReadonlyMap<string, ModelProvider>;
  readonly breakers: BreakerStore;
  readonly semaphore: Semaphore;
};

export type AttemptOptions<Account> = {
  readonly account: Account;
  readonly signal: AbortSignal;
  readonly promptTokens?: number | undefined;
  readonly onDelta: (delta: ModelDelta) => void;
  /** Breakers this call already counted: its own retries are one failure, not several. */
  readonly counted: Set<string>;
};

export type Attempt =
  | { readonly kind: "reply"; readonly reply: ModelReply }
  | { readonly kind: "tried"; readonly tried: Tried; readonly hasStreamed: boolean };

/** One attempt at one target: its place in the queue, its breakers, its budget, the call, and what the breakers learn. */
export async function attemptTarget<Account>(
  deps: AttemptDeps<Account>,
  request: ModelRequest,
  aim: { readonly target: RouteTarget; readonly options: AttemptOptions<Account> },
): Promise<Attempt> {
  const { target, options } = aim;
  const provider = deps.providers.get(target.provider);
  if (provider === undefined) return notCalled(target, "unknown-provider", unknownProvider(target.provider));

  const scopes = scopesOf(target);
  const release = await deps.semaphore.acquire(scopes.provider, options.signal);
  if (release === undefined) return notCalled(target, "call-failed", abortedFailure());
  try {
    const open = await openBreaker(deps, scopes);
    if (open !== undefined) return notCalled(target, "breaker-open", open);
    const outcome = await callTarget(deps, { ...options, request, provider, target });
    switch (outcome.kind) {
      case "reply":
        await deps.breakers.update(scopes.model, () => undefined);
        return { kind: "reply", reply: outcome.reply };
      case "refused":
        return notCalled(target, "budget-refused", outcome.failure);
      case "failed":
        await noteFailure(deps, scopes, { failure: outcome.failure, counted: options.counted });
        return {
          kind: "tried",
          tried: { target: refOf(target), reason: "call-failed", failure: outcome.failure },
          hasStreamed: outcome.hasStreamed,
        };
    }
  } finally {
    release();
  }
}

function notCalled(target: RouteTarget, reason: Tried["reason"], failure: ModelFailure): Attempt {
  return { kind: "tried", tried: { target: refOf(target), reason, failure }, hasStreamed: false };
}

function unknownProvider(name: string): ModelFailure {
  return modelFailure({
    kind: "not-found",
    code: "unknown-provider",
    message: `There is no provider named "${name}". Choose one from the list of providers.`,
  });
}

/** The failure of the breaker that is open longest, in the terms of what opened it. */
async function openBreaker<Account>(
  deps: AttemptDeps<Account>,
  scopes: TargetScopes,
): Promise<ModelFailure | undefined> {
  const nowMs = deps.now().getTime();
  let longest: ModelFailure | undefined;
  for (const scope of [scopes.provider, scopes.model]) {
    const state = await deps.breakers.read(scope);
    const openMs = openForMs(state, nowMs);
    if (state === undefined || openMs <= (longest?.retryAfterMs ?? 0)) continue;
    longest = modelFailure({
      kind: state.lastKind,
      code: "breaker-open",
      message: `The model is left alone for ${Math.ceil(openMs / 1_000)} s after earlier failures (${state.lastKind}).`,
      retryAfterMs: openMs,
      isRetryable: isRetryableKind(state.lastKind),
    });
  }
  return longest;
}

async function noteFailure<Account>(
  deps: AttemptDeps<Account>,
  scopes: TargetScopes,
  note: { readonly failure: ModelFailure; readonly counted: Set<string> },
): Promise<void> {
  const reach = breakerReach(note.failure.kind);
  if (reach === undefined) return;
  const scope = scopes[reach];
  if (note.counted.has(scope)) return;
  note.counted.add(scope);
  const nowMs = deps.now().getTime();
  await deps.breakers.update(scope, (state) => afterFailure(state, note.failure, nowMs));
}
