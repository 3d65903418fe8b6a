import {
  type Actor,
  type LlmProviderTest,
  type ModelFailure,
  NO_USAGE,
  requireRole,
  type Usage,
  userText,
} from "@cadre/domain";
import {
  CATALOGUE,
  costOf,
  DEFAULT_UNPRICED_PRICE,
  type ModelProvider,
  type RouteTarget,
  worstCaseCost,
} from "@cadre/llm-router";
import { isFault, MODEL_LIMITS } from "@cadre/shared";
import { failureWords } from "./failure-words.ts";
import type { LlmTestDeps } from "./llm-deps.ts";
import { readLlmProvider } from "./read-llm-provider.ts";
import { chargeWorstCase, refund } from "./test-charge.ts";
import { defaultModelOf } from "./provider-facts.ts";
import { targetOf } from "./resolve-targets.ts";
import type { LlmProviderRow } from "./llm-provider-row.ts";

type Outcome = { readonly failure: ModelFailure | undefined; readonly usage: Usage };

/**
 * Makes one tiny real call with a stored provider and says what happened. Its worst case is taken from the day's money before it is sent
 * and corrected afterwards. A failure is part of the answer. Faults: `access.role-missing`, `llm-provider.not-found`.
 */
export async function testLlmProvider(
  deps: LlmTestDeps,
  actor: Actor,
  input: { readonly llmProviderId: string; readonly model?: string | undefined; readonly signal: AbortSignal },
): Promise<LlmProviderTest> {
  requireRole(actor, "admin", "test model providers");
  const row = await readLlmProvider(deps, actor, input.llmProviderId);
  const startedAt = deps.now().getTime();
  const report = (part: Pick<LlmProviderTest, "outcome" | "model" | "message" | "failure">, spent?: Spent) => ({
    ...part,
    durationMs: Math.max(0, deps.now().getTime() - startedAt),
    inputTokens: spent?.usage.inputTokens ?? 0,
    outputTokens: spent?.usage.outputTokens ?? 0,
    costMicros: spent?.costMicros ?? 0,
  });
  const asked = input.model ?? defaultModelOf(row.kind) ?? "";
  const opened = await openTarget(deps, { ...row, model: asked });
  if ("message" in opened) {
    const failure = { kind: "permission", status: null, code: opened.code, retryAfterMs: null };
    return report({ outcome: "failed", model: asked, message: opened.message, failure });
  }
  const provider = deps.providers.get(row.kind);
  if (provider === undefined) throw new Error(`No provider is registered for the kind ${row.kind}.`);
  const target = asked === "" ? await firstListed(provider, opened, input.signal) : opened;
  const { outcome, spent } = await paidCall(deps, { provider, target, signal: input.signal });
  if (outcome.failure === undefined) {
    const message = `${row.name} answered with ${target.model}.`;
    return report({ outcome: "works", model: target.model, message, failure: null }, spent);
  }
  const { kind, status, code, retryAfterMs } = outcome.failure;
  return report(
    {
      outcome: "failed",
      model: target.model,
      message: failureWords(row, outcome.failure),
      failure: { kind, status: status ?? null, code: code ?? null, retryAfterMs: retryAfterMs ?? null },
    },
    spent,
  );
}

type Spent = { readonly usage: Usage; readonly costMicros: number };
type Refusal = { readonly code: string; readonly message: string };
type TestCall = { readonly provider: ModelProvider; readonly target: RouteTarget; readonly signal: AbortSignal };

/** A key that cannot be opened and an address that is not allowed are what the person asked to hear about. */
async function openTarget(
  deps: LlmTestDeps,
  row: LlmProviderRow & { readonly model: string },
): Promise<RouteTarget | Refusal> {
  try {
    return await targetOf(deps, row);
  } catch (error) {
    if (isFault(error)) return { code: error.code, message: error.message };
    throw error;
  }
}

/** Where nobody knows a model, the server's own list does. */
async function firstListed(provider: ModelProvider, target: RouteTarget, signal: AbortSignal): Promise<RouteTarget> {
  const list = await provider.listModels?.({ signal, credentials: target.credentials });
  const first = list?.kind === "listed" ? list.models[0] : undefined;
  return { ...target, model: first?.id ?? "default" };
}

async function paidCall(deps: LlmTestDeps, call: TestCall): Promise<{ outcome: Outcome; spent: Spent }> {
  const price = call.target.price ?? CATALOGUE.priceOf(call.target, deps.now()) ?? DEFAULT_UNPRICED_PRICE;
  const worstCaseMicros = worstCaseCost(price, {
    promptTokens: MODEL_LIMITS.providerTestPromptTokens,
    maxOutputTokens: MODEL_LIMITS.providerTestOutputTokens,
  });
  const charge = await chargeWorstCase(deps, worstCaseMicros);
  if (charge.kind === "refused") {
    return { outcome: { failure: charge.failure, usage: NO_USAGE }, spent: { usage: NO_USAGE, costMicros: 0 } };
  }
  const outcome = await tinyCall(call);
  const costMicros = Math.ceil(costOf(outcome.usage, price));
  await refund(deps, { day: charge.day, chargedMicros: charge.micros, costMicros });
  return { outcome, spent: { usage: outcome.usage, costMicros } };
}

async function tinyCall({ provider, target, signal }: TestCall): Promise<Outcome> {
  const request = {
    model: { provider: target.provider, model: target.model },
    system: [],
    tools: [],
    toolsCached: false,
    messages: [userText("Answer with the word OK.")],
    cachedMessages: [],
    tail: "",
    maxOutputTokens: MODEL_LIMITS.providerTestOutputTokens,
  };
  for await (const event of provider.stream(request, { signal, credentials: target.credentials })) {
    if (event.type === "end") return { failure: undefined, usage: event.reply.usage };
    if (event.type === "failed") return { failure: event.failure, usage: event.usage };
  }
  throw new Error("A provider's stream ended without an ending.");
}
