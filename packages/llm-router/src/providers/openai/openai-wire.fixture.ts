import type { VendorAnswer } from "../../vendor-server.fixture.ts";
import type { WireDialect } from "../../wire-dialect.fixture.ts";

const OPENED = { headers: { "x-request-id": "req_1" } };

const TYPE_OF_STATUS: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ["invalid_request_error", null],
  401: ["invalid_request_error", "invalid_api_key"],
  404: ["invalid_request_error", "model_not_found"],
  429: ["requests", "rate_limit_exceeded"],
  500: ["server_error", "server_error"],
};

/** An error response as the vendor writes it. */
export function errorAnswer(
  status: number,
  error: { readonly message?: string; readonly type?: string; readonly code?: string | null } = {},
  headers: Readonly<Record<string, string>> = {},
): VendorAnswer {
  const [type, code] = TYPE_OF_STATUS[status] ?? ["error", null];
  const body = { error: { message: `Status ${status}`, type, param: null, code, ...error } };
  return { status, headers: { "content-type": "application/json", ...headers }, chunks: [JSON.stringify(body)] };
}

/** One event of a Responses stream. */
export function responsesEvent(type: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...fields })}\n\n`;
}

export const RESPONSES_USAGE = {
  input_tokens: 142,
  input_tokens_details: { cached_tokens: 100, cache_write_tokens: 30 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 149,
};

function responseObject(fields: Readonly<Record<string, unknown>> = {}): object {
  return { id: "resp_1", object: "response", status: "in_progress", output: [], usage: null, error: null, ...fields };
}

export function responseBegun(): string {
  return responsesEvent("response.created", { response: responseObject() });
}

export function responseEnd(reason?: string): string {
  const status = reason === undefined ? "completed" : "incomplete";
  const incomplete_details = reason === undefined ? null : { reason };
  const response = responseObject({ status, incomplete_details, usage: RESPONSES_USAGE });
  return responsesEvent(`response.${status}`, { response });
}

export function itemAdded(output_index: number, item: Readonly<Record<string, unknown>>): string {
  return responsesEvent("response.output_item.added", { output_index, item });
}

export function itemDone(output_index: number, item: Readonly<Record<string, unknown>>): string {
  return responsesEvent("response.output_item.done", { output_index, item });
}

export function outputText(output_index: number, delta: string): string {
  return responsesEvent("response.output_text.delta", { item_id: "msg_1", output_index, content_index: 0, delta });
}

const MESSAGE = { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] };

function begun(text: string): string[] {
  return [responseBegun(), itemAdded(0, MESSAGE), outputText(0, text)];
}

export const responsesDialect: WireDialect = {
  promptTokens: 142,
  text: (pieces) => ({
    ...OPENED,
    chunks: [
      responseBegun(),
      itemAdded(0, MESSAGE),
      ...pieces.map((piece) => outputText(0, piece)),
      itemDone(0, MESSAGE),
      responseEnd(),
    ],
  }),
  empty: () => ({ ...OPENED, chunks: [responseBegun(), responseEnd()] }),
  toolCall: ({ name, json }) => {
    const item = { type: "function_call", id: "fc_1", call_id: "call_1", name, arguments: "" };
    const pieces = json.map((delta) =>
      responsesEvent("response.function_call_arguments.delta", { item_id: "fc_1", output_index: 0, delta }),
    );
    const whole = { ...item, arguments: json.join("") };
    return {
      ...OPENED,
      chunks: [responseBegun(), itemAdded(0, item), ...pieces, itemDone(0, whole), responseEnd()],
    };
  },
  cutAfter: (text) => ({ ...OPENED, chunks: begun(text), then: "end" }),
  resetAfter: (text) => ({ ...OPENED, chunks: begun(text), then: "reset" }),
  silentAfter: (text) => ({ ...OPENED, chunks: begun(text), then: "hang" }),
  errorAfter: (text) => {
    const error = { code: "server_is_overloaded", message: "Overloaded", param: null };
    return { ...OPENED, chunks: [...begun(text), responsesEvent("error", error)], then: "end" };
  },
  refusal: (status, headers) => errorAnswer(status, {}, headers),
};

/** One chunk of a Chat Completions stream. */
export function chatChunk(fields: Readonly<Record<string, unknown>>): string {
  const chunk = { id: "chatcmpl_1", object: "chat.completion.chunk", created: 1, model: "m", choices: [], ...fields };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

export function chatDelta(delta: Readonly<Record<string, unknown>>, finish: string | null = null): string {
  return chatChunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
}

export const CHAT_DONE = "data: [DONE]\n\n";

export function chatEnd(finish: string): string[] {
  const usage = {
    prompt_tokens: 142,
    prompt_tokens_details: { cached_tokens: 100 },
    completion_tokens: 7,
    completion_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 149,
  };
  return [chatDelta({}, finish), chatChunk({ usage }), CHAT_DONE];
}

function chatBegun(text: string): string[] {
  return [chatDelta({ role: "assistant", content: "" }), chatDelta({ content: text })];
}

export const chatDialect: WireDialect = {
  promptTokens: 142,
  text: (pieces) => ({
    ...OPENED,
    chunks: [
      chatDelta({ role: "assistant", content: "" }),
      ...pieces.map((content) => chatDelta({ content })),
      ...chatEnd("stop"),
    ],
  }),
  empty: () => ({ ...OPENED, chunks: [chatDelta({ role: "assistant", content: null }), ...chatEnd("stop")] }),
  toolCall: ({ name, json }) => ({
    ...OPENED,
    chunks: [
      chatDelta({
        role: "assistant",
        content: null,
        tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name, arguments: "" } }],
      }),
      ...json.map((piece) => chatDelta({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
      ...chatEnd("tool_calls"),
    ],
  }),
  cutAfter: (text) => ({ ...OPENED, chunks: chatBegun(text), then: "end" }),
  resetAfter: (text) => ({ ...OPENED, chunks: chatBegun(text), then: "reset" }),
  silentAfter: (text) => ({ ...OPENED, chunks: chatBegun(text), then: "hang" }),
  errorAfter: (text) => {
    const error = { message: "Overloaded", type: "server_error", param: null, code: "server_is_overloaded" };
    return { ...OPENED, chunks: [...chatBegun(text), `data: ${JSON.stringify({ error })}\n\n`], then: "end" };
  },
  refusal: (status, headers) => errorAnswer(status, {}, headers),
};
