import type { JsonObject } from "@cadre/shared";
import type {
  MessagesRequest,
  RequestBlock,
  RequestMessage,
  RequestTool,
  ThinkingChoice,
  ToolChoice,
} from "./messages-request.ts";
import type { CacheLifetime } from "./prefix-cache.ts";
import { invalidRequest } from "./provider-error.ts";

type Fields = Readonly<Record<string, unknown>>;

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  "model",
  "max_tokens",
  "messages",
  "cache_control",
  "container",
  "diagnostics",
  "inference_geo",
  "metadata",
  "output_config",
  "service_tier",
  "speed",
  "stop_sequences",
  "stream",
  "system",
  "temperature",
  "thinking",
  "tool_choice",
  "tools",
  "top_k",
  "top_p",
  "user_profile_id",
  "workspace_id",
]);

/** Reads a Messages body and refuses every shape the API refuses, with the field named. */
export function readMessagesRequest(body: unknown): MessagesRequest {
  const fields = fieldsOf(body, "body");
  for (const name of Object.keys(fields)) {
    if (!KNOWN_FIELDS.has(name)) throw invalidRequest(`${name}: Extra inputs are not permitted`);
  }
  const stops = fields["stop_sequences"];
  return {
    model: textOf(fields["model"], "model"),
    maxTokens: numberOf(fields["max_tokens"], "max_tokens"),
    isStream: fields["stream"] === true,
    system: readSystem(fields["system"]),
    tools: listOf(fields["tools"] ?? [], "tools").map((tool, at) => readTool(tool, `tools.${at}`)),
    messages: listOf(fields["messages"], "messages").map((message, at) => readMessage(message, `messages.${at}`)),
    toolChoice: readToolChoice(fields["tool_choice"]),
    thinking: readThinking(fields["thinking"]),
    stopSequences:
      stops === undefined
        ? []
        : listOf(stops, "stop_sequences").map((stop, at) => textOf(stop, `stop_sequences.${at}`)),
    automaticMark: readMark(fields, "cache_control"),
    temperature: numberOf(fields["temperature"], "temperature"),
    topP: numberOf(fields["top_p"], "top_p"),
    topK: numberOf(fields["top_k"], "top_k"),
  };
}

function readSystem(system: unknown): RequestBlock[] {
  if (system === undefined) return [];
  if (typeof system === "string") return [plainText(system, "system")];
  return listOf(system, "system").map((block, at) => {
    const read = readBlock(block, `system.${at}`);
    if (read.type !== "text") throw invalidRequest(`system.${at}.type: only text blocks are allowed here`);
    return read;
  });
}

function readMessage(value: unknown, path: string): RequestMessage {
  const fields = fieldsOf(value, path);
  const role = fields["role"];
  if (role !== "user" && role !== "assistant" && role !== "system") {
    throw invalidRequest(`${path}.role: Input should be 'user', 'assistant' or 'system'`);
  }
  const content = fields["content"];
  if (typeof content === "string") {
    if (content === "") throw invalidRequest(`${path}: content must be non-empty`);
    return { role, blocks: [plainText(content, `${path}.content`)] };
  }
  const blocks = listOf(content, `${path}.content`);
  if (blocks.length === 0) throw invalidRequest(`${path}: content must be non-empty`);
  return { role, blocks: blocks.map((block, at) => readBlock(block, `${path}.content.${at}`)) };
}

function readBlock(value: unknown, path: string): RequestBlock {
  const fields = fieldsOf(value, path);
  const sent = { path, content: contentOf(fields), mark: readMark(fields, `${path}.cache_control`) };
  switch (fields["type"]) {
    case "text":
      return { ...sent, type: "text", text: textOf(fields["text"], `${path}.text`) };
    case "thinking":
      return {
        ...sent,
        type: "thinking",
        text: textOf(fields["thinking"], `${path}.thinking`),
        signature: textOf(fields["signature"], `${path}.signature`),
      };
    case "tool_use":
      return {
        ...sent,
        type: "tool_use",
        id: textOf(fields["id"], `${path}.id`),
        name: textOf(fields["name"], `${path}.name`),
        input: jsonObjectOf(fields["input"], `${path}.input`),
      };
    case "tool_result":
      return {
        ...sent,
        type: "tool_result",
        callId: textOf(fields["tool_use_id"], `${path}.tool_use_id`),
        text: resultText(fields["content"], `${path}.content`),
        isError: fields["is_error"] === true,
      };
    case "image":
    case "document":
      return { ...sent, type: "media" };
    default:
      throw invalidRequest(`${path}.type: ${JSON.stringify(fields["type"])} is not a block the simulator knows`);
  }
}

function readTool(value: unknown, path: string): RequestTool {
  const fields = fieldsOf(value, path);
  const schema = fieldsOf(fields["input_schema"], `${path}.input_schema`);
  if (schema["type"] !== "object") throw invalidRequest(`${path}.input_schema.type: Input should be 'object'`);
  const properties = schema["properties"];
  return {
    path,
    content: contentOf(fields),
    mark: readMark(fields, `${path}.cache_control`),
    name: textOf(fields["name"], `${path}.name`),
    description: fields["description"] === undefined ? "" : textOf(fields["description"], `${path}.description`),
    properties: properties === undefined ? [] : Object.keys(fieldsOf(properties, `${path}.input_schema.properties`)),
  };
}

function readToolChoice(value: unknown): ToolChoice | undefined {
  if (value === undefined) return undefined;
  const fields = fieldsOf(value, "tool_choice");
  const type = fields["type"];
  if (type !== "auto" && type !== "any" && type !== "tool" && type !== "none") {
    throw invalidRequest("tool_choice.type: Input should be 'auto', 'any', 'tool' or 'none'");
  }
  return { type, name: type === "tool" ? textOf(fields["name"], "tool_choice.name") : undefined };
}

function readThinking(value: unknown): ThinkingChoice | undefined {
  if (value === undefined) return undefined;
  const fields = fieldsOf(value, "thinking");
  const display = fields["display"];
  return {
    type: textOf(fields["type"], "thinking.type"),
    budgetTokens: numberOf(fields["budget_tokens"], "thinking.budget_tokens"),
    display: typeof display === "string" ? display : undefined,
  };
}

function readMark(fields: Fields, path: string): CacheLifetime | undefined {
  const value = fields["cache_control"];
  if (value === undefined || value === null) return undefined;
  const control = fieldsOf(value, path);
  if (control["type"] !== "ephemeral") throw invalidRequest(`${path}.type: Input should be 'ephemeral'`);
  const ttl = control["ttl"] ?? "5m";
  if (ttl !== "5m" && ttl !== "1h") throw invalidRequest(`${path}.ttl: Input should be '5m' or '1h'`);
  return ttl;
}

function resultText(content: unknown, path: string): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content;
  return listOf(content, path)
    .map((part, at) => {
      const fields = fieldsOf(part, `${path}.${at}`);
      return fields["type"] === "text" ? textOf(fields["text"], `${path}.${at}.text`) : "";
    })
    .join("\n");
}

function plainText(text: string, path: string): RequestBlock {
  return { path, content: JSON.stringify({ type: "text", text }), mark: undefined, type: "text", text };
}

function contentOf(fields: Fields): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "cache_control")));
}

function fieldsOf(value: unknown, path: string): Fields {
  if (value === undefined) throw invalidRequest(`${path}: Field required`);
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw invalidRequest(`${path}: Input should be an object`);
  }
  return value as Fields;
}

function jsonObjectOf(value: unknown, path: string): JsonObject {
  return fieldsOf(value, path) as JsonObject;
}

function listOf(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) throw invalidRequest(`${path}: Field required`);
  if (!Array.isArray(value)) throw invalidRequest(`${path}: Input should be a list`);
  return value;
}

function textOf(value: unknown, path: string): string {
  if (value === undefined) throw invalidRequest(`${path}: Field required`);
  if (typeof value !== "string") throw invalidRequest(`${path}: Input should be a string`);
  return value;
}

function numberOf(value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number") throw invalidRequest(`${path}: Input should be a number`);
  return value;
}
