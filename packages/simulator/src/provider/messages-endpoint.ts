import type { ServerResponse } from "node:http";
import { type Now, SIMULATOR_LIMITS } from "@cadre/shared";
import type { Policy } from "../policy.ts";
import { effectOf, type FaultEffect } from "./fault-plan.ts";
import { messageBody, type ReplyFrame } from "./message-codec.ts";
import type { MessagesRequest } from "./messages-request.ts";
import { modelById } from "./models-endpoint.ts";
import { plannedReply, type PlannedReply, truncated } from "./planned-reply.ts";
import { policyRequest } from "./policy-request.ts";
import type { CacheUse, PrefixCache } from "./prefix-cache.ts";
import { promptBlocks } from "./prompt-blocks.ts";
import { errorBody, invalidRequest, ProviderError } from "./provider-error.ts";
import { writeJson, writeStream } from "./reply-writer.ts";
import { readMessagesRequest } from "./request-reader.ts";
import { checkRequest } from "./request-rules.ts";
import type { SimulatedModel } from "./simulated-models.ts";
import { sseFrame, streamFrames } from "./stream-codec.ts";

export type ProviderParts = {
  readonly now: Now;
  readonly newId: (prefix: string) => string;
  readonly policy: Policy;
  readonly models: readonly SimulatedModel[];
  readonly cache: PrefixCache;
  /** The cache behind the OpenAI dialects, which lives longer. */
  readonly openAiCache: PrefixCache;
  readonly paceMs: number;
};

export type Exchange = {
  readonly requestId: string;
  readonly apiKey: string;
  readonly body: unknown;
  readonly effects: readonly FaultEffect[];
  readonly response: ServerResponse;
};

/** Answers `/v1/messages/count_tokens`: the same rules as a real call, but no answer and no cache. */
export function countTokens(parts: ProviderParts, body: unknown): { input_tokens: number } {
  const request = readMessagesRequest(body);
  const model = modelById(parts.models, request.model);
  checkRequest(request, model, { needsMaxTokens: false });
  return { input_tokens: promptBlocks(request, model).reduce((sum, block) => sum + block.tokens, 0) };
}

/** Answers `/v1/messages`: checks, asks the policy, counts, and writes JSON or a stream. */
export async function answerMessages(parts: ProviderParts, exchange: Exchange): Promise<void> {
  const { effects, response } = exchange;
  const request = readMessagesRequest(exchange.body);
  const model = modelById(parts.models, request.model);
  checkRequest(request, model, { needsMaxTokens: true });
  const use = parts.cache.plan({
    scope: `${exchange.apiKey}\0${model.id}`,
    blocks: promptBlocks(request, model),
    minTokens: model.minCacheTokens,
  });
  refuseTooLong(use, model, effects);
  const asked = plannedReply(await parts.policy(policyRequest(request)), { request, model, newId: parts.newId });
  const reply = withEffects(fitted(asked, { request, model, use }), model, effects);
  const frame: ReplyFrame = { id: parts.newId("msg"), model: model.id, use, reply };
  if (response.destroyed) return;
  use.commit();
  for (const [name, value] of Object.entries(rateLimitHeaders(parts.now))) response.setHeader(name, value);
  if (!request.isStream) {
    if (effectOf(effects, "stream-error") !== undefined) throw new ProviderError(529, "Overloaded");
    response.writeHead(200, { "content-type": "application/json" });
    return await writeJson(response, messageBody(frame), effects);
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  await writeStream(response, streamFrames(frame), {
    effects,
    paceMs: parts.paceMs,
    errorFrame: ({ message, type }) =>
      sseFrame("error", errorBody(new ProviderError(529, message ?? "Overloaded", { type }), exchange.requestId)),
  });
}

function refuseTooLong(use: CacheUse, model: SimulatedModel, effects: readonly FaultEffect[]): void {
  const planned = effectOf(effects, "context-exceeded");
  const isPlanned = planned !== undefined && planned.as !== "stop";
  if (use.totalTokens <= model.contextTokens && !isPlanned) return;
  const tokens = Math.max(use.totalTokens, isPlanned ? model.contextTokens + 1 : 0);
  throw invalidRequest(`prompt is too long: ${tokens} tokens > ${model.contextTokens} maximum`);
}

function fitted(
  reply: PlannedReply,
  sizes: { readonly request: MessagesRequest; readonly model: SimulatedModel; readonly use: CacheUse },
): PlannedReply {
  const maxTokens = sizes.request.maxTokens ?? 0;
  const room = sizes.model.contextTokens - sizes.use.totalTokens;
  return room < maxTokens
    ? truncated(reply, sizes.model, { tokens: room, reason: "model_context_window_exceeded" })
    : truncated(reply, sizes.model, { tokens: maxTokens, reason: "max_tokens" });
}

function withEffects(reply: PlannedReply, model: SimulatedModel, effects: readonly FaultEffect[]): PlannedReply {
  const half = Math.max(1, Math.floor(reply.outputTokens / 2));
  const refusal = effectOf(effects, "refusal");
  if (refusal !== undefined) {
    return {
      ...reply,
      blocks: [],
      stopReason: "refusal",
      refusal: refusal.category ?? "general_harms",
      outputTokens: 1,
    };
  }
  const maxTokens = effectOf(effects, "max-tokens");
  if (maxTokens !== undefined) {
    return truncated(reply, model, { tokens: maxTokens.tokens ?? half, reason: "max_tokens" });
  }
  if (effectOf(effects, "context-exceeded") !== undefined) {
    return truncated(reply, model, { tokens: half, reason: "model_context_window_exceeded" });
  }
  if (effectOf(effects, "truncated-tool-json") === undefined) return reply;
  const blocks = reply.blocks.map((block) =>
    block.type === "tool_use" ? { ...block, json: block.json.slice(0, Math.ceil(block.json.length / 2)) } : block,
  );
  return { ...reply, blocks };
}

function rateLimitHeaders(now: Now): Record<string, string> {
  const reset = new Date(now().getTime() + 60_000).toISOString();
  const tokens = SIMULATOR_LIMITS.tokensPerMinuteShown;
  const requests = SIMULATOR_LIMITS.requestsPerMinuteShown;
  const limits = { requests, tokens, "input-tokens": tokens, "output-tokens": tokens };
  return Object.fromEntries(
    Object.entries(limits).flatMap(([name, limit]) => [
      [`anthropic-ratelimit-${name}-limit`, String(limit)],
      [`anthropic-ratelimit-${name}-remaining`, String(limit - 1)],
      [`anthropic-ratelimit-${name}-reset`, reset],
    ]),
  );
}
