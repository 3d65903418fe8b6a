import type OpenAI from "openai";
import { pieces } from "../provider/stream-codec.ts";
import type { OpenAiReply, ReplyItem } from "./openai-reply.ts";

type CallItem = Extract<ReplyItem, { type: "call" }>;
type Delta = OpenAI.ChatCompletionChunk.Choice.Delta;
type FinishReason = OpenAI.ChatCompletion.Choice["finish_reason"];

/** A whole completion as `/v1/chat/completions` answers it. */
export function completionBody(reply: OpenAiReply): OpenAI.ChatCompletion {
  const calls = callsOf(reply);
  const text = textOf(reply, "text");
  return {
    id: reply.id,
    object: "chat.completion",
    created: reply.createdAt,
    model: reply.request.model.id,
    choices: [
      {
        index: 0,
        finish_reason: finishReason(reply),
        logprobs: null,
        message: {
          role: "assistant",
          content: text === "" && calls.length > 0 ? null : text,
          refusal: textOf(reply, "refusal") || null,
          ...(calls.length > 0 && {
            tool_calls: calls.map((call) => ({
              id: call.callId,
              type: "function" as const,
              function: { name: call.name, arguments: call.json },
            })),
          }),
        },
      },
    ],
    usage: usageOf(reply),
  };
}

/** A completion as the chunks of a stream; usage comes in one more chunk, and only when it was asked for. */
export function* completionChunks(reply: OpenAiReply): Generator<OpenAI.ChatCompletionChunk> {
  const choice = (delta: Delta, finish_reason: FinishReason | null = null): OpenAI.ChatCompletionChunk => ({
    ...emptyChunk(reply),
    choices: [{ index: 0, delta, finish_reason, logprobs: null }],
  });
  yield choice({ role: "assistant", content: "", refusal: null });
  for (const content of pieces(textOf(reply, "text"))) yield choice({ content });
  for (const refusal of pieces(textOf(reply, "refusal"))) yield choice({ refusal });
  for (const [index, call] of callsOf(reply).entries()) {
    const named = { name: call.name, arguments: "" };
    yield choice({ tool_calls: [{ index, id: call.callId, type: "function", function: named }] });
    for (const part of pieces(call.json)) yield choice({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  yield choice({}, finishReason(reply));
  if (reply.request.wantsUsage) yield { ...emptyChunk(reply), usage: usageOf(reply) };
}

function emptyChunk(reply: OpenAiReply): OpenAI.ChatCompletionChunk {
  return {
    id: reply.id,
    object: "chat.completion.chunk",
    created: reply.createdAt,
    model: reply.request.model.id,
    choices: [],
    ...(reply.request.wantsUsage && { usage: null }),
  };
}

function callsOf(reply: OpenAiReply): CallItem[] {
  return reply.items.filter((item) => item.type === "call");
}

function textOf(reply: OpenAiReply, type: "text" | "refusal"): string {
  return reply.items.flatMap((item) => (item.type === type ? [item.text] : [])).join("\n\n");
}

function finishReason(reply: OpenAiReply): FinishReason {
  if (reply.isCut) return "length";
  return callsOf(reply).length > 0 ? "tool_calls" : "stop";
}

/** `prompt_tokens` counts the whole prompt, what the cache served included. */
function usageOf({ use, outputTokens, reasoningTokens }: OpenAiReply): OpenAI.CompletionUsage {
  return {
    prompt_tokens: use.totalTokens,
    prompt_tokens_details: { cached_tokens: use.readTokens },
    completion_tokens: outputTokens,
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: use.totalTokens + outputTokens,
  };
}
