import { expect, test } from "vitest";
import { ProviderError } from "./provider-error.ts";
import { readMessagesRequest } from "./request-reader.ts";
import { checkRequest } from "./request-rules.ts";
import { modelById } from "./models-endpoint.ts";
import { SIMULATED_MODELS } from "./simulated-models.ts";

const TOOL = { name: "t", input_schema: { type: "object" } };
const USER = { role: "user", content: "x" };
const CALL = { role: "assistant", content: [{ type: "tool_use", id: "a", name: "t", input: {} }] };
const RESULT = { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "ok" }] };
const text = (value: string, more: object = {}) => ({ type: "text", text: value, ...more });
const short = { cache_control: { type: "ephemeral" } };
const long = { cache_control: { type: "ephemeral", ttl: "1h" } };

function refusal(change: object): string | undefined {
  const body = { model: "claude-haiku-4-5", max_tokens: 50, messages: [USER], ...change };
  try {
    const request = readMessagesRequest(JSON.parse(JSON.stringify(body)));
    checkRequest(request, modelById(SIMULATED_MODELS, request.model), { needsMaxTokens: true });
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return `${error.status} ${error.message}`;
    throw error;
  }
}

test.each([
  ["no max_tokens", { max_tokens: undefined }, "400 max_tokens: Field required"],
  ["more than the model gives", { max_tokens: 64_001 }, "400 max_tokens: 64001 > 64000"],
  ["an unknown model", { model: "claude-haiku" }, "404 model: claude-haiku"],
  ["an unknown field", { tempreature: 1 }, "400 tempreature: Extra inputs are not permitted"],
  ["no messages", { messages: [] }, "400 messages: at least one message"],
  ["an assistant first", { messages: [{ role: "assistant", content: "x" }] }, "400 messages: first message"],
  ["an unknown role", { messages: [{ role: "tool", content: "x" }] }, "400 messages.0.role"],
  ["empty content", { messages: [{ role: "user", content: [] }] }, "400 messages.0: content must be non-empty"],
  ["empty text", { messages: [{ role: "user", content: "" }] }, "400 messages.0: content must be non-empty"],
  ["blank text", { messages: [{ role: "user", content: [text(" \n")] }] }, "400 messages.0.content.0: text content"],
  ["an orphan result", { tools: [TOOL], messages: [RESULT] }, "400 messages.0.content.0: unexpected `tool_use_id`"],
  ["an unanswered call", { tools: [TOOL], messages: [USER, CALL, USER] }, "400 messages.1.content.0: `tool_use` ids"],
  ["a call at the end", { tools: [TOOL], messages: [USER, CALL] }, "400 messages.1.content.0: `tool_use` ids"],
  [
    "a result twice",
    { tools: [TOOL], messages: [USER, CALL, { role: "user", content: [...RESULT.content, ...RESULT.content] }] },
    "400 messages.2.content.1: each tool_use must have a single result",
  ],
  ["an id twice", { tools: [TOOL], messages: [USER, CALL, RESULT, CALL, RESULT] }, "400 messages.3.content.0.id"],
  [
    "text before a result",
    { tools: [TOOL], messages: [USER, CALL, { role: "user", content: [text("x"), ...RESULT.content] }] },
    "400 messages.2: `tool_result` blocks must come before",
  ],
  [
    "a silent error",
    {
      tools: [TOOL],
      messages: [USER, CALL, { role: "user", content: [{ type: "tool_result", tool_use_id: "a", is_error: true }] }],
    },
    "400 messages.2.content.0: content cannot be empty",
  ],
  [
    "a call from the user",
    { tools: [TOOL], messages: [{ role: "user", content: CALL.content }] },
    "400 messages.0.content.0: `tool_use` blocks are not allowed",
  ],
  ["calls but no tools", { messages: [USER, CALL, RESULT] }, "400 Requests which include"],
  ["a bad tool name", { tools: [{ ...TOOL, name: "a b" }] }, "400 tools.0.name"],
  ["two tools of a name", { tools: [TOOL, TOOL] }, "400 tools: Tool names must be unique."],
  [
    "a schema that is no object",
    { tools: [{ name: "t", input_schema: { type: "string" } }] },
    "400 tools.0.input_schema.type",
  ],
  ["a choice without tools", { tool_choice: { type: "auto" } }, "400 tool_choice may only"],
  [
    "a choice of a tool not there",
    { tools: [TOOL], tool_choice: { type: "tool", name: "u" } },
    "400 Tool 'u' not found",
  ],
  [
    "forced tools on a strict model",
    { model: "claude-opus-5-5", tools: [TOOL], tool_choice: { type: "any" } },
    "400 tool_choice: forced tool use",
  ],
  ["temperature on a new model", { model: "claude-sonnet-5", temperature: 0.1 }, "400 temperature, top_p and top_k"],
  ["top_k on a new model", { model: "claude-haiku-5-5", top_k: 5 }, "400 temperature, top_p and top_k"],
  ["temperature out of range", { temperature: 2 }, "400 temperature: Input should be between"],
  [
    "thinking turned off on Opus 5.5",
    { model: "claude-opus-5-5", thinking: { type: "disabled" } },
    "400 thinking.type: 'disabled'",
  ],
  [
    "a thinking budget on a new model",
    { model: "claude-sonnet-5", thinking: { type: "enabled", budget_tokens: 2_000 } },
    "400 thinking.type: 'enabled'",
  ],
  [
    "a thinking budget over max_tokens",
    { thinking: { type: "enabled", budget_tokens: 2_000 } },
    "400 max_tokens must be greater",
  ],
  [
    "prefill on a strict model",
    { model: "claude-opus-5-5", messages: [USER, { role: "assistant", content: "{" }] },
    "400 This model does not support assistant message prefill",
  ],
  [
    "five breakpoints",
    { system: [1, 2, 3, 4, 5].map((at) => text(`t${at}`, short)) },
    "400 A maximum of 4 blocks with cache_control may be provided. Found 5.",
  ],
  [
    "four and the automatic one",
    { ...short, system: [1, 2, 3, 4].map((at) => text(`t${at}`, short)) },
    "400 A maximum of 4",
  ],
  [
    "1h after 5m",
    { system: [text("a", short), text("b", long)] },
    "400 a ttl='1h' cache_control block must not come after",
  ],
  [
    "1h in messages after an automatic-less 5m tool",
    { tools: [{ ...TOOL, ...short }], messages: [{ role: "user", content: [text("x", long)] }] },
    "400 a ttl='1h'",
  ],
  [
    "an unknown lifetime",
    { system: [text("a", { cache_control: { type: "ephemeral", ttl: "1d" } })] },
    "400 system.0.cache_control.ttl",
  ],
  ["a stop sequence of blanks", { stop_sequences: [" "] }, "400 stop_sequences"],
  ["no object at all", { tools: "t" }, "400 tools: Input should be a list"],
])("refused: %s", (_name, change, message) => {
  expect(refusal(change)).toContain(message);
});

test.each([
  ["a plain request", {}],
  [
    "results in two user messages",
    {
      tools: [TOOL],
      messages: [
        USER,
        { role: "assistant", content: [...CALL.content, { type: "tool_use", id: "b", name: "t", input: {} }] },
        RESULT,
        { role: "user", content: [{ type: "tool_result", tool_use_id: "b" }, text("now")] },
      ],
    },
  ],
  ["1h before 5m", { system: [text("a", long), text("b", short)] }],
  ["default sampling on a new model", { model: "claude-opus-5-5", temperature: 1 }],
  ["adaptive thinking on Opus 5.5", { model: "claude-opus-5-5", thinking: { type: "adaptive" } }],
  ["no thinking between tools on Sonnet 5.5", { model: "claude-sonnet-5-5", thinking: { type: "between_tools" } }],
  ["a warm-up of no tokens", { max_tokens: 0 }],
])("accepted: %s", (_name, change) => {
  expect(refusal(change)).toBeUndefined();
});
