import type { ModelEvent, ModelFailure, ModelReply, ModelRequest, Usage } from "@cadre/domain";
import { NO_USAGE } from "@cadre/domain";
import type { Now } from "@cadre/shared";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { PriceRow } from "./catalogue/catalogue-model.ts";
import { costOf, worstCaseCost } from "./catalogue/cost.ts";
import { maxOutputTokensFor } from "./catalogue/max-output-tokens.ts";
import { FREE_PRICE } from "./catalogue/price-row.ts";
import { abortedFailure, modelFailure } from "./failure.ts";
import type { BudgetGate, Ledger, Reservation } from "./ports.ts";
import type { ModelProvider } from "./provider.ts";
import { refOf, type RouteTarget } from "./route-target.ts";
import { worstCasePromptTokens } from "./worst-case.ts";

/** What a caller sees while a reply is coming in. */
export type ModelDelta = Exclude<ModelEvent, { type: "end" } | { type: "failed" }>;

export type CallDeps<Account> = {
  readonly catalogue: Catalogue;
  readonly budget: BudgetGate<Account>;
  readonly ledger: Ledger<Account>;
  readonly now: Now;
  /** What a model without a price is charged at. */
  readonly unpricedAs: PriceRow;
};

export type Call<Account> = {
  readonly request: ModelRequest;
  readonly provider: ModelProvider;
  readonly target: RouteTarget;
  readonly account: Account;
  readonly signal: AbortSignal;
  readonly promptTokens?: number | undefined;
  readonly onDelta: (delta: ModelDelta) => void;
};

export type CallOutcome =
  | { readonly kind: "reply"; readonly reply: ModelReply }
  | { readonly kind: "failed"; readonly failure: ModelFailure; readonly hasStreamed: boolean }
  /** The budget said no; nothing was sent. */
  | { readonly kind: "refused"; readonly failure: ModelFailure };

type Ending = Extract<ModelEvent, { type: "end" } | { type: "failed" }>;

/**
 * One attempt at one target: reserve, stream, settle. The settlement happens exactly once for each reservation,
 * whatever the stream or the caller's `onDelta` does.
 */
export async function callTarget<Account>(deps: CallDeps<Account>, call: Call<Account>): Promise<CallOutcome> {
  const request = requestFor(deps.catalogue, call);
  const { price, isUnpriced } = priceFor(deps, call);
  const reservation = await deps.budget.reserve({
    account: call.account,
    target: refOf(call.target),
    worstCaseMicroUsd: worstCaseCost(price, {
      promptTokens: call.promptTokens ?? worstCasePromptTokens(request),
      maxOutputTokens: request.maxOutputTokens,
    }),
    isUnpriced,
    isSimulated: call.provider.isSimulated,
  });
  if (reservation.kind === "refused") {
    return { kind: "refused", failure: refusal(reservation) };
  }

  const startedAt = deps.now();
  let ending: Ending = { type: "failed", failure: abortedFailure(), usage: NO_USAGE };
  let hasStreamed = false;
  try {
    ending = await drain(call, request, (delta) => {
      hasStreamed = true;
      call.onDelta(delta);
    });
  } finally {
    const usage: Usage = ending.type === "end" ? ending.reply.usage : ending.usage;
    await deps.ledger.settle({
      account: call.account,
      reservationId: reservation.reservationId,
      target: refOf(call.target),
      outcome:
        ending.type === "end"
          ? { kind: "reply", requestId: ending.reply.requestId }
          : { kind: "failed", failure: ending.failure },
      usage,
      costMicroUsd: costOf(usage, price),
      isUnpriced,
      isSimulated: call.provider.isSimulated,
      startedAt,
      endedAt: deps.now(),
    });
  }
  if (ending.type === "end") return { kind: "reply", reply: ending.reply };
  return { kind: "failed", failure: ending.failure, hasStreamed };
}

function refusal(refused: Extract<Reservation, { kind: "refused" }>): ModelFailure {
  return modelFailure({
    kind: "spend-limit",
    code: "budget-refused",
    message: refused.reason,
    retryAfterMs: refused.retryAfterMs,
  });
}

/** The request bound to this target for good: nothing shared is changed, so parallel calls keep their models. */
function requestFor<Account>(
  catalogue: Catalogue,
  call: Call<Account>,
): ModelRequest & { readonly maxOutputTokens: number } {
  return {
    ...call.request,
    model: refOf(call.target),
    maxOutputTokens: maxOutputTokensFor(catalogue, call.target, call.request.maxOutputTokens),
  };
}

function priceFor<Account>(
  deps: CallDeps<Account>,
  call: Call<Account>,
): { readonly price: PriceRow; readonly isUnpriced: boolean } {
  if (call.provider.isSimulated) return { price: FREE_PRICE, isUnpriced: false };
  const price = call.target.price ?? deps.catalogue.priceOf(call.target, deps.now());
  return { price: price ?? deps.unpricedAs, isUnpriced: price === undefined };
}

async function drain<Account>(
  call: Call<Account>,
  request: ModelRequest,
  onDelta: (delta: ModelDelta) => void,
): Promise<Ending> {
  for await (const event of call.provider.stream(request, {
    signal: call.signal,
    credentials: call.target.credentials,
  })) {
    if (event.type === "end" || event.type === "failed") return event;
    onDelta(event);
  }
  const failure = modelFailure({
    kind: "network",
    code: "stream-cut",
    message: "The provider's stream ended without an ending.",
  });
  return { type: "failed", failure, usage: NO_USAGE };
}
