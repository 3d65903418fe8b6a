import type { VendorAnswer } from "../../vendor-server.fixture.ts";
import type { WireDialect } from "../../wire-dialect.fixture.ts";

/** One server-sent event as the API writes it. */
export function sse(type: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

const USAGE = {
  input_tokens: 12,
  cache_creation_input_tokens: 30,
  cache_read_input_tokens: 100,
  cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
  output_tokens: 1,
};

export function messageStart(usage: Readonly<Record<string, unknown>> = USAGE): string {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    usage,
  };
  return sse("message_start", { message });
}

export function messageEnd(stopReason: string | null, outputTokens: number): string {
  const usage = {
    input_tokens: 12,
    cache_creation_input_tokens: 30,
    cache_read_input_tokens: 100,
    output_tokens: outputTokens,
    output_tokens_details: null,
    server_tool_use: null,
  };
  const delta = { stop_reason: stopReason, stop_sequence: null, stop_details: null, container: null };
  return sse("message_delta", { delta, usage }) + sse("message_stop");
}

export function textStart(index: number): string {
  return sse("content_block_start", { index, content_block: { type: "text", text: "" } });
}

export function textDelta(index: number, text: string): string {
  return sse("content_block_delta", { index, delta: { type: "text_delta", text } });
}

export function blockStop(index: number): string {
  return sse("content_block_stop", { index });
}

export function toolStart(index: number, name: string): string {
  const content_block = { type: "tool_use", id: `toolu_${index}`, name, input: {} };
  return sse("content_block_start", { index, content_block });
}

export function toolDelta(index: number, partial_json: string): string {
  return sse("content_block_delta", { index, delta: { type: "input_json_delta", partial_json } });
}

const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** An error response; `details` carries the machine-readable code. */
export function errorAnswer(
  status: number,
  error: { readonly message?: string; readonly type?: string; readonly code?: string } = {},
  headers: Readonly<Record<string, string>> = {},
): VendorAnswer {
  const body = {
    type: "error",
    error: {
      type: error.type ?? TYPE_OF_STATUS[status],
      message: error.message ?? `Status ${status}`,
      ...(error.code !== undefined && { details: { error_code: error.code } }),
    },
    request_id: "req_1",
  };
  return { status, headers: { "content-type": "application/json", ...headers }, chunks: [JSON.stringify(body)] };
}

const OPENED = { headers: { "request-id": "req_1" } };

function begun(text: string): string[] {
  return [messageStart(), sse("ping"), textStart(0), textDelta(0, text)];
}

export const anthropicDialect: WireDialect = {
  promptTokens: 142,
  text: (pieces) => ({
    ...OPENED,
    chunks: [
      messageStart(),
      sse("ping"),
      textStart(0),
      ...pieces.map((piece) => textDelta(0, piece)),
      blockStop(0),
      messageEnd("end_turn", 7),
    ],
  }),
  empty: () => ({ ...OPENED, chunks: [messageStart(), messageEnd("end_turn", 1)] }),
  toolCall: ({ name, json }) => ({
    ...OPENED,
    chunks: [
      messageStart(),
      toolStart(0, name),
      ...json.map((piece) => toolDelta(0, piece)),
      blockStop(0),
      messageEnd("tool_use", 20),
    ],
  }),
  contextStop: () => ({ ...OPENED, chunks: [...begun("half"), messageEnd("model_context_window_exceeded", 3)] }),
  cutAfter: (text) => ({ ...OPENED, chunks: begun(text), then: "end" }),
  resetAfter: (text) => ({ ...OPENED, chunks: begun(text), then: "reset" }),
  silentAfter: (text) => ({ ...OPENED, chunks: begun(text), then: "hang" }),
  errorAfter: (text) => {
    const error = { type: "overloaded_error", message: "Overloaded" };
    return { ...OPENED, chunks: [...begun(text), sse("error", { error, request_id: "req_1" })], then: "end" };
  },
  refusal: (status, headers) => errorAnswer(status, {}, headers),
};
