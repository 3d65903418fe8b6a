import type Anthropic from "@anthropic-ai/sdk";
import { SIMULATOR_LIMITS } from "@cadre/shared";
import { emptyMessage, type ReplyFrame, stopDetails } from "./message-codec.ts";
import type { ReplyBlock } from "./planned-reply.ts";

type StreamEvent = Anthropic.RawMessageStreamEvent | { readonly type: "ping" };

/** A reply as the events of a stream, in the vendor's order, with pings where they may come. */
function* streamEvents(frame: ReplyFrame): Generator<StreamEvent> {
  const { reply } = frame;
  yield { type: "message_start", message: emptyMessage(frame, 1) };
  yield { type: "ping" };
  for (const [index, block] of reply.blocks.entries()) {
    yield { type: "content_block_start", index, content_block: startOf(block) };
    for (const delta of deltasOf(block)) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
    if (index === 0 && reply.blocks.length > 1) yield { type: "ping" };
  }
  const { use } = frame;
  yield {
    type: "message_delta",
    delta: {
      stop_reason: reply.stopReason,
      stop_sequence: reply.stopSequence,
      stop_details: stopDetails(reply),
      container: null,
    },
    usage: {
      input_tokens: use.freshTokens,
      cache_creation_input_tokens: use.writtenShortTokens + use.writtenLongTokens,
      cache_read_input_tokens: use.readTokens,
      output_tokens: reply.outputTokens,
      output_tokens_details: null,
      server_tool_use: null,
    },
  };
  yield { type: "message_stop" };
}

/** Events as they go on the wire. */
export function* streamFrames(frame: ReplyFrame): Generator<string> {
  for (const event of streamEvents(frame)) yield sseFrame(event.type, event);
}

/** One server-sent event. */
export function sseFrame(type: string, body: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(body)}\n\n`;
}

function startOf(block: ReplyBlock): Anthropic.RawContentBlockStartEvent["content_block"] {
  switch (block.type) {
    case "text":
      return { type: "text", text: "", citations: null };
    case "thinking":
      return { type: "thinking", thinking: "", signature: "" };
    case "tool_use":
      return { type: "tool_use", id: block.id, name: block.name, input: {}, caller: { type: "direct" } };
  }
}

function* deltasOf(block: ReplyBlock): Generator<Anthropic.RawContentBlockDelta> {
  switch (block.type) {
    case "text":
      for (const text of pieces(block.text)) yield { type: "text_delta", text };
      return;
    case "thinking":
      for (const thinking of pieces(block.text)) yield { type: "thinking_delta", thinking };
      yield { type: "signature_delta", signature: block.signature };
      return;
    case "tool_use":
      yield { type: "input_json_delta", partial_json: "" };
      for (const partial_json of pieces(block.json)) yield { type: "input_json_delta", partial_json };
      return;
  }
}

/** Pieces of whole characters: a surrogate pair is never split between two events. */
export function* pieces(text: string): Generator<string> {
  let piece = "";
  for (const character of text) {
    piece += character;
    if (piece.length < SIMULATOR_LIMITS.streamChunkChars) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
