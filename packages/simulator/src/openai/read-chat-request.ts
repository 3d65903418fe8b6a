import type { TranscriptTurn } from "../policy.ts";
import { offeredTool } from "./offered-tools.ts";
import { badParameter } from "./openai-error.ts";
import { type OpenAiModel, openAiModelById } from "./openai-models.ts";
import { callInput, checkPairs, type OpenAiRequest, resultTurn, userTurns } from "./openai-request.ts";
import { type Fields, flagAt, listAt, numberAt, objectAt, refuseUnknown, textAt, wordAt } from "./request-fields.ts";

/** What the simulator takes of the API's parameters; the others it refuses rather than passing over them. */
const KNOWN = [
  "model",
  "messages",
  "tools",
  "tool_choice",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "reasoning_effort",
];

const ROLES = ["system", "developer", "user", "assistant", "tool"] as const;

/** Reads and checks a request of the Chat Completions dialect. */
export function readChatRequest(body: unknown): OpenAiRequest {
  const fields = objectAt(body, "body");
  refuseUnknown(fields, KNOWN);
  const model = openAiModelById(textAt(fields["model"], "model"));
  const messages = listAt(fields["messages"], "messages").map((message, at) => objectAt(message, `messages[${at}]`));
  if (messages.length === 0) throw badParameter("messages", "Invalid 'messages': empty array. Expected at least one.");
  const tools = fields["tools"] == null ? [] : listAt(fields["tools"], "tools");
  refuseForThinkers(fields, model, tools.length);
  const turns = messages.flatMap((message, at) => readMessage(message, `messages[${at}]`));
  checkPairs(turns, {
    unanswered: (callId) =>
      badParameter(
        "messages",
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${callId}`,
      ),
    orphan: () =>
      badParameter(
        "messages",
        "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
      ),
  });
  const isStream = flagAt(fields["stream"], "stream");
  return {
    model,
    isStream,
    wantsUsage: !isStream || wantsUsage(fields),
    system: messages.flatMap((message, at) => systemText(message, `messages[${at}]`)).join("\n\n"),
    tools: tools.map((tool, at) => readTool(objectAt(tool, `tools[${at}]`), `tools[${at}]`)),
    turns,
    maxTokens: maxTokensOf(fields, model),
    cacheKey: "",
    pieces: [...tools, ...messages].map((piece) => ({ json: JSON.stringify(piece) })),
    cacheMode: "implicit",
    wantsReasoning: false,
  };
}

function readTool(tool: Fields, param: string): OpenAiRequest["tools"][number] {
  wordAt(tool["type"], `${param}.type`, ["function"]);
  return offeredTool(objectAt(tool["function"], `${param}.function`), `${param}.function`);
}

function systemText(message: Fields, param: string): string[] {
  return message["role"] === "system" || message["role"] === "developer"
    ? [contentText(message["content"], `${param}.content`)]
    : [];
}

function readMessage(message: Fields, param: string): TranscriptTurn[] {
  const role = wordAt(message["role"], `${param}.role`, ROLES);
  switch (role) {
    case "system":
    case "developer":
      return [];
    case "user":
      return userTurns(contentText(message["content"], `${param}.content`));
    case "assistant":
      return assistantTurns(message, param);
    case "tool": {
      const callId = textAt(message["tool_call_id"], `${param}.tool_call_id`);
      return [resultTurn(callId, contentText(message["content"], `${param}.content`))];
    }
  }
}

function assistantTurns(message: Fields, param: string): TranscriptTurn[] {
  const calls = message["tool_calls"] == null ? [] : listAt(message["tool_calls"], `${param}.tool_calls`);
  if (message["content"] == null && calls.length === 0) {
    throw badParameter(`${param}.content`, `Invalid value for '${param}.content': expected a string, got null.`);
  }
  const text = message["content"] == null ? "" : contentText(message["content"], `${param}.content`);
  const said: TranscriptTurn[] = text === "" ? [] : [{ role: "assistant", text }];
  return [...said, ...calls.map((call, at) => callTurn(call, `${param}.tool_calls[${at}]`))];
}

function callTurn(call: unknown, param: string): TranscriptTurn {
  const fields = objectAt(call, param);
  wordAt(fields["type"], `${param}.type`, ["function"]);
  const named = objectAt(fields["function"], `${param}.function`);
  const json = textAt(named["arguments"], `${param}.function.arguments`);
  return {
    role: "call",
    id: textAt(fields["id"], `${param}.id`),
    name: textAt(named["name"], `${param}.function.name`),
    input: callInput(json, `${param}.function.arguments`),
  };
}

function contentText(content: unknown, param: string): string {
  if (typeof content === "string") return content;
  return listAt(content, param)
    .map((part, at) => {
      const fields = objectAt(part, `${param}[${at}]`);
      const type = wordAt(fields["type"], `${param}[${at}].type`, ["text", "image_url"]);
      return type === "text" ? textAt(fields["text"], `${param}[${at}].text`) : "";
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

function wantsUsage(fields: Fields): boolean {
  if (fields["stream_options"] == null) return false;
  return flagAt(objectAt(fields["stream_options"], "stream_options")["include_usage"], "stream_options.include_usage");
}

/** The vendor's newer models take functions in the Responses dialect only, unless they are kept from thinking. */
function refuseForThinkers(fields: Fields, model: OpenAiModel, tools: number): void {
  if (fields["stream_options"] != null && fields["stream"] !== true) {
    throw badParameter("stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  }
  if (!model.thinks) return;
  for (const name of ["max_tokens", "temperature", "top_p"]) {
    if (fields[name] == null) continue;
    const message = `Unsupported parameter: '${name}' is not supported with this model.`;
    throw badParameter(name, message, "unsupported_parameter");
  }
  if (tools > 0 && fields["reasoning_effort"] !== "none") {
    throw badParameter(
      "tools",
      "Function calling with this model needs the Responses API, or reasoning_effort 'none'.",
    );
  }
}

function maxTokensOf(fields: Fields, model: OpenAiModel): number | undefined {
  const param = fields["max_tokens"] == null ? "max_completion_tokens" : "max_tokens";
  const tokens = numberAt(fields[param], param);
  if (tokens === undefined || (tokens >= 1 && tokens <= model.maxOutputTokens)) return tokens;
  throw badParameter(param, `${param} must be between 1 and ${model.maxOutputTokens}, but got ${tokens}.`);
}
