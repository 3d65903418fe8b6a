import type { Responses } from "openai/resources/responses/responses";
import { pieces } from "../provider/stream-codec.ts";
import type { OpenAiReply, ReplyItem } from "./openai-reply.ts";

type Status = "in_progress" | "completed" | "incomplete";

/** A whole response as `/v1/responses` answers it. */
export function responseBody(reply: OpenAiReply): Responses.Response {
  const status = reply.isCut ? "incomplete" : "completed";
  return {
    ...emptyResponse(reply, status),
    output: reply.items.map((item) => itemOf(item, "completed")),
    output_text: reply.items.flatMap((item) => (item.type === "text" ? [item.text] : [])).join(""),
    usage: usageOf(reply),
  };
}

/** A response as the events of a stream, in the vendor's order. */
export function* responseEvents(reply: OpenAiReply): Generator<Responses.ResponseStreamEvent> {
  let sequence_number = 0;
  const next = (): number => sequence_number++;
  const begun = emptyResponse(reply, "in_progress");
  yield { type: "response.created", response: begun, sequence_number: next() };
  yield { type: "response.in_progress", response: begun, sequence_number: next() };
  for (const [output_index, item] of reply.items.entries()) {
    const whole = itemOf(item, "completed");
    yield { type: "response.output_item.added", output_index, item: startOf(item), sequence_number: next() };
    yield* itemEvents(item, output_index, next);
    yield { type: "response.output_item.done", output_index, item: whole, sequence_number: next() };
  }
  const response = responseBody(reply);
  yield reply.isCut
    ? { type: "response.incomplete", response, sequence_number: next() }
    : { type: "response.completed", response, sequence_number: next() };
}

function* itemEvents(
  item: ReplyItem,
  output_index: number,
  next: () => number,
): Generator<Responses.ResponseStreamEvent> {
  const at = { item_id: item.id, output_index };
  switch (item.type) {
    case "text": {
      const place = { ...at, content_index: 0 };
      const part = { type: "output_text" as const, text: "", annotations: [] };
      yield { type: "response.content_part.added", ...place, part, sequence_number: next() };
      for (const delta of pieces(item.text)) {
        yield { type: "response.output_text.delta", ...place, delta, logprobs: [], sequence_number: next() };
      }
      yield { type: "response.output_text.done", ...place, text: item.text, logprobs: [], sequence_number: next() };
      yield {
        type: "response.content_part.done",
        ...place,
        part: { ...part, text: item.text },
        sequence_number: next(),
      };
      return;
    }
    case "refusal": {
      const place = { ...at, content_index: 0 };
      for (const delta of pieces(item.text)) {
        yield { type: "response.refusal.delta", ...place, delta, sequence_number: next() };
      }
      yield { type: "response.refusal.done", ...place, refusal: item.text, sequence_number: next() };
      return;
    }
    case "reasoning": {
      const place = { ...at, summary_index: 0 };
      const part = { type: "summary_text" as const, text: "" };
      yield { type: "response.reasoning_summary_part.added", ...place, part, sequence_number: next() };
      for (const delta of pieces(item.text)) {
        yield { type: "response.reasoning_summary_text.delta", ...place, delta, sequence_number: next() };
      }
      yield { type: "response.reasoning_summary_text.done", ...place, text: item.text, sequence_number: next() };
      return;
    }
    case "call":
      for (const delta of pieces(item.json)) {
        yield { type: "response.function_call_arguments.delta", ...at, delta, sequence_number: next() };
      }
      yield { type: "response.function_call_arguments.done", ...at, arguments: item.json, sequence_number: next() };
      return;
  }
}

function itemOf(item: ReplyItem, status: Status): Responses.ResponseOutputItem {
  switch (item.type) {
    case "text":
      return {
        type: "message",
        id: item.id,
        role: "assistant",
        status,
        content: [{ type: "output_text", text: item.text, annotations: [] }],
      };
    case "refusal":
      return {
        type: "message",
        id: item.id,
        role: "assistant",
        status,
        content: [{ type: "refusal", refusal: item.text }],
      };
    case "reasoning":
      return {
        type: "reasoning",
        id: item.id,
        summary: item.text === "" ? [] : [{ type: "summary_text", text: item.text }],
        ...(item.sealed !== undefined && { encrypted_content: item.sealed }),
      };
    case "call":
      return {
        type: "function_call",
        id: item.id,
        call_id: item.callId,
        name: item.name,
        arguments: item.json,
        status,
      };
  }
}

/** An item as it begins: nothing in it yet. */
function startOf(item: ReplyItem): Responses.ResponseOutputItem {
  switch (item.type) {
    case "text":
    case "refusal":
      return { type: "message", id: item.id, role: "assistant", status: "in_progress", content: [] };
    case "reasoning":
      return { type: "reasoning", id: item.id, summary: [] };
    case "call":
      return itemOf({ ...item, json: "" }, "in_progress");
  }
}

function emptyResponse(reply: OpenAiReply, status: Status): Responses.Response {
  return {
    id: reply.id,
    object: "response",
    created_at: reply.createdAt,
    status,
    access_programs: null,
    error: null,
    incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
    instructions: reply.request.system === "" ? null : reply.request.system,
    max_output_tokens: reply.request.maxTokens ?? null,
    metadata: {},
    model: reply.request.model.id,
    output: [],
    output_text: "",
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: "auto",
    tools: [],
    top_p: null,
  };
}

/** `input_tokens` counts the whole prompt, what the cache served included. */
function usageOf({ use, outputTokens, reasoningTokens }: OpenAiReply): Responses.ResponseUsage {
  return {
    input_tokens: use.totalTokens,
    input_tokens_details: {
      cached_tokens: use.readTokens,
      cache_write_tokens: use.writtenShortTokens + use.writtenLongTokens,
      cache_write_tokens_details: { ttl_30m_tokens: use.writtenShortTokens, ttl_12h_tokens: use.writtenLongTokens },
    },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: use.totalTokens + outputTokens,
  };
}
