import type { TranscriptTurn } from "../policy.ts";
import { thinkingSignature } from "../provider/thinking-signature.ts";
import { promptPieces, readCacheOptions } from "./cache-breakpoints.ts";
import { offeredTool } from "./offered-tools.ts";
import { badParameter, OpenAiError } from "./openai-error.ts";
import { type OpenAiModel, openAiModelById } from "./openai-models.ts";
import { callInput, checkPairs, type OpenAiRequest, resultTurn, userTurns } from "./openai-request.ts";
import { type Fields, flagAt, listAt, numberAt, objectAt, refuseUnknown, textAt, wordAt } from "./request-fields.ts";

/** What the simulator takes of the API's parameters; the others it refuses rather than passing over them. */
const KNOWN = [
  "model",
  "input",
  "instructions",
  "tools",
  "tool_choice",
  "stream",
  "store",
  "include",
  "max_output_tokens",
  "temperature",
  "top_p",
  "parallel_tool_calls",
  "prompt_cache_key",
  "prompt_cache_options",
  "reasoning",
  "metadata",
  "truncation",
];
const MIN_OUTPUT_TOKENS = 16;
const CACHE_KEY_CHARS = 64;
const SEALED_REASONING = "reasoning.encrypted_content";

/** Reads and checks a request of the Responses dialect. */
export function readResponsesRequest(body: unknown): OpenAiRequest {
  const fields = objectAt(body, "body");
  refuseUnknown(fields, KNOWN);
  const model = openAiModelById(textAt(fields["model"], "model"));
  const tools = fields["tools"] == null ? [] : listAt(fields["tools"], "tools");
  const { turns, items, guidance } = readInput(fields["input"], model);
  const cache = readCacheOptions(fields["prompt_cache_options"], model);
  checkPairs(turns, {
    unanswered: (callId) => badParameter("input", `No tool output found for function call ${callId}.`),
    orphan: (callId) => badParameter("input", `No tool call found for function call output with call_id ${callId}.`),
  });
  if (fields["tool_choice"] != null) wordAt(fields["tool_choice"], "tool_choice", ["auto", "none", "required"]);
  refuseSampling(fields, model);
  const instructions = fields["instructions"] == null ? "" : textAt(fields["instructions"], "instructions");
  return {
    model,
    isStream: flagAt(fields["stream"], "stream"),
    wantsUsage: true,
    system: [instructions, ...guidance].filter((text) => text !== "").join("\n\n"),
    tools: tools.map((tool, at) => readTool(objectAt(tool, `tools[${at}]`), `tools[${at}]`)),
    turns,
    maxTokens: maxTokensOf(fields, model),
    cacheKey: cacheKeyOf(fields),
    pieces: [
      ...[...tools, instructions].map((piece) => ({ json: JSON.stringify(piece) })),
      ...promptPieces(items, cache),
    ],
    cacheMode: cache.mode,
    wantsReasoning: wantsReasoning(fields, model),
  };
}

function readTool(tool: Fields, param: string): OpenAiRequest["tools"][number] {
  wordAt(tool["type"], `${param}.type`, ["function"]);
  refuseUnknown(tool, ["type", "name", "description", "parameters", "strict"], `${param}.`);
  if (tool["strict"] === true) {
    throw badParameter(`${param}.strict`, "The simulator checks no strict schemas: send strict false.");
  }
  return offeredTool(tool, param);
}

type Input = {
  readonly turns: readonly TranscriptTurn[];
  readonly items: readonly unknown[];
  /** What the developer says before anybody else: instructions that can carry breakpoints. */
  readonly guidance: readonly string[];
};

function readInput(input: unknown, model: OpenAiModel): Input {
  if (typeof input === "string") return { turns: userTurns(input), items: [input], guidance: [] };
  const items = listAt(input, "input");
  if (items.length === 0) throw badParameter("input", "Invalid 'input': empty array. Expected at least one item.");
  const begins = items.findIndex((item, at) => !isGuidance(objectAt(item, `input[${at}]`)));
  const guides = begins === -1 ? items.length : begins;
  const guidance = items.slice(0, guides).map((item, at) => guidanceText(item, `input[${at}].content`));
  const turns = items.slice(guides).flatMap((item, nth) => {
    const param = `input[${guides + nth}]`;
    return readItem(objectAt(item, param), param, model);
  });
  const last = items.at(-1) as Fields;
  if (last["type"] === "reasoning") {
    throw badParameter(
      "input",
      `Item '${String(last["id"])}' of type 'reasoning' was provided without its required following item.`,
    );
  }
  return { turns, items, guidance };
}

function isGuidance(item: Fields): boolean {
  return (item["type"] ?? "message") === "message" && (item["role"] === "developer" || item["role"] === "system");
}

function guidanceText(item: unknown, param: string): string {
  return contentText(objectAt(item, param)["content"], param, "input_text");
}

function readItem(item: Fields, param: string, model: OpenAiModel): TranscriptTurn[] {
  switch (item["type"] ?? "message") {
    case "message":
      return readMessage(item, param);
    case "function_call": {
      const id = textAt(item["call_id"], `${param}.call_id`);
      const name = textAt(item["name"], `${param}.name`);
      const input = callInput(textAt(item["arguments"], `${param}.arguments`), `${param}.arguments`);
      return [{ role: "call", id, name, input }];
    }
    case "function_call_output":
      return [
        resultTurn(
          textAt(item["call_id"], `${param}.call_id`),
          contentText(item["output"], `${param}.output`, "input_text"),
        ),
      ];
    case "reasoning":
      checkReasoning(item, param, model);
      return [];
    default:
      throw badParameter(`${param}.type`, `Invalid value: '${String(item["type"])}' in '${param}.type'.`);
  }
}

function readMessage(item: Fields, param: string): TranscriptTurn[] {
  const role = wordAt(item["role"], `${param}.role`, ["user", "assistant", "system", "developer"]);
  const text = contentText(item["content"], `${param}.content`, role === "assistant" ? "output_text" : "input_text");
  if (role === "assistant") return text === "" ? [] : [{ role: "assistant", text }];
  if (role !== "user") return [{ role: "user", text, opens: false }];
  return userTurns(text);
}

function contentText(content: unknown, param: string, textType: "input_text" | "output_text"): string {
  if (typeof content === "string") return content;
  return listAt(content, param)
    .map((part, at) => {
      const fields = objectAt(part, `${param}[${at}]`);
      const types =
        textType === "input_text" ? (["input_text", "input_image"] as const) : (["output_text", "refusal"] as const);
      const type = wordAt(fields["type"], `${param}[${at}].type`, types);
      return type === textType ? textAt(fields["text"], `${param}[${at}].text`) : "";
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Nothing is stored here, so reasoning comes back sealed or not at all; a seal fits its text and its model. */
function checkReasoning(item: Fields, param: string, model: OpenAiModel): void {
  const id = textAt(item["id"], `${param}.id`);
  const summary = listAt(item["summary"], `${param}.summary`)
    .map((part, at) => textAt(objectAt(part, `${param}.summary[${at}]`)["text"], `${param}.summary[${at}].text`))
    .join("\n\n");
  if (item["encrypted_content"] == null) {
    throw new OpenAiError(
      404,
      `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`,
      {
        param: "input",
      },
    );
  }
  if (textAt(item["encrypted_content"], `${param}.encrypted_content`) === thinkingSignature(model.id, summary)) return;
  throw badParameter(param, "The encrypted content could not be verified.", "invalid_encrypted_content");
}

function wantsReasoning(fields: Fields, model: OpenAiModel): boolean {
  const include = fields["include"] == null ? [] : listAt(fields["include"], "include");
  for (const [at, name] of include.entries()) wordAt(name, `include[${at}]`, [SEALED_REASONING]);
  if (include.length > 0 && !model.thinks) {
    throw badParameter("include", "Encrypted content is not supported with this model.");
  }
  return include.length > 0;
}

function refuseSampling(fields: Fields, model: OpenAiModel): void {
  for (const name of ["temperature", "top_p"]) {
    if (numberAt(fields[name], name) === undefined || !model.thinks) continue;
    throw badParameter(
      name,
      `Unsupported parameter: '${name}' is not supported with this model.`,
      "unsupported_parameter",
    );
  }
}

function maxTokensOf(fields: Fields, model: OpenAiModel): number | undefined {
  const param = "max_output_tokens";
  const tokens = numberAt(fields[param], param);
  if (tokens === undefined) return undefined;
  if (tokens < MIN_OUTPUT_TOKENS) {
    const message = `Invalid '${param}': integer below minimum value. Expected a value >= ${MIN_OUTPUT_TOKENS}, but got ${tokens} instead.`;
    throw badParameter(param, message, "integer_below_min_value");
  }
  if (tokens <= model.maxOutputTokens) return tokens;
  throw badParameter(param, `${param} is too large: ${tokens}. This model supports at most ${model.maxOutputTokens}.`);
}

function cacheKeyOf(fields: Fields): string {
  const param = "prompt_cache_key";
  const key = fields[param] == null ? "" : textAt(fields[param], param);
  if (key.length <= CACHE_KEY_CHARS) return key;
  throw badParameter(param, `Invalid '${param}': string too long.`, "string_above_max_length");
}
