import type Anthropic from "@anthropic-ai/sdk";
import type { CacheUse } from "./prefix-cache.ts";
import type { PlannedReply, ReplyBlock } from "./planned-reply.ts";

export type ReplyFrame = {
  readonly id: string;
  readonly model: string;
  readonly use: CacheUse;
  readonly reply: PlannedReply;
};

/** A whole reply as `/v1/messages` answers it without streaming. */
export function messageBody(frame: ReplyFrame): object {
  return {
    ...emptyMessage(frame, frame.reply.outputTokens),
    content: frame.reply.blocks.map(contentBlock),
    stop_reason: frame.reply.stopReason,
    stop_sequence: frame.reply.stopSequence,
    stop_details: stopDetails(frame.reply),
  } satisfies Anthropic.Message;
}

/** A message with no content yet, as `message_start` carries it. */
export function emptyMessage(frame: ReplyFrame, outputTokens: number) {
  return {
    id: frame.id,
    type: "message",
    role: "assistant",
    model: frame.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: usageOf(frame.use, outputTokens),
  } satisfies Anthropic.Message;
}

export function stopDetails(reply: PlannedReply) {
  if (reply.refusal === null) return null;
  return {
    type: "refusal",
    category: reply.refusal,
    explanation: "A simulated refusal.",
  } satisfies Anthropic.RefusalStopDetails;
}

/** Usage as the vendor counts it: `input_tokens` is only what was neither read from nor written to the cache. */
function usageOf(use: CacheUse, outputTokens: number) {
  return {
    input_tokens: use.freshTokens,
    cache_creation_input_tokens: use.writtenShortTokens + use.writtenLongTokens,
    cache_read_input_tokens: use.readTokens,
    cache_creation: {
      ephemeral_5m_input_tokens: use.writtenShortTokens,
      ephemeral_1h_input_tokens: use.writtenLongTokens,
    },
    output_tokens: outputTokens,
    output_tokens_details: null,
    server_tool_use: null,
    service_tier: "standard",
    inference_geo: null,
    speed: null,
  } satisfies Anthropic.Usage;
}

function contentBlock(block: ReplyBlock) {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text, citations: null } satisfies Anthropic.TextBlock;
    case "thinking":
      return { type: "thinking", thinking: block.text, signature: block.signature } satisfies Anthropic.ThinkingBlock;
    case "tool_use":
      return {
        type: "tool_use",
        id: block.id,
        name: block.name,
        input: parsedInput(block.json),
        caller: { type: "direct" },
      } satisfies Anthropic.ToolUseBlock;
  }
}

function parsedInput(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {}; // A reply cut inside a tool's input: without streaming there is no way to send half an object.
  }
}
