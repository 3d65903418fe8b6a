import { SIMULATOR_LIMITS } from "@cadre/shared";
import { blocksInOrder, type MessagesRequest } from "./messages-request.ts";
import { checkMessages } from "./message-rules.ts";
import { invalidRequest } from "./provider-error.ts";
import type { SimulatedModel } from "./simulated-models.ts";

/** Refuses what the API refuses across the fields of a request. `needsMaxTokens` is false for count_tokens. */
export function checkRequest(
  request: MessagesRequest,
  model: SimulatedModel,
  options: { needsMaxTokens: boolean },
): void {
  if (options.needsMaxTokens) checkMaxTokens(request.maxTokens, model);
  checkSampling(request, model);
  checkThinking(request, model);
  checkTools(request);
  checkToolChoice(request, model);
  checkMessages(request, model);
  checkBreakpoints(request);
  for (const stop of request.stopSequences) {
    if (stop.trim() === "") throw invalidRequest("stop_sequences: each stop sequence must contain non-whitespace");
  }
}

function checkMaxTokens(maxTokens: number | undefined, model: SimulatedModel): void {
  if (maxTokens === undefined) throw invalidRequest("max_tokens: Field required");
  if (!Number.isInteger(maxTokens) || maxTokens < 0) {
    throw invalidRequest("max_tokens: Input should be a whole number of at least 0");
  }
  if (maxTokens <= model.maxOutputTokens) return;
  throw invalidRequest(
    `max_tokens: ${maxTokens} > ${model.maxOutputTokens}, which is the maximum allowed number of output tokens for ${model.id}`,
  );
}

function checkSampling(request: MessagesRequest, model: SimulatedModel): void {
  const { temperature, topP, topK } = request;
  if (temperature !== undefined && (temperature < 0 || temperature > 1)) {
    throw invalidRequest("temperature: Input should be between 0 and 1");
  }
  if (topP !== undefined && (topP < 0 || topP > 1)) throw invalidRequest("top_p: Input should be between 0 and 1");
  if (model.acceptsSampling) return;
  const isDefault = (temperature ?? 1) === 1 && (topP ?? 1) === 1 && topK === undefined;
  if (!isDefault) {
    throw invalidRequest(`temperature, top_p and top_k may only have their default values on ${model.id}`);
  }
}

function checkThinking(request: MessagesRequest, model: SimulatedModel): void {
  const { thinking } = request;
  if (thinking === undefined) return;
  if (!model.thinking.some((type) => type === thinking.type)) {
    throw invalidRequest(`thinking.type: '${thinking.type}' is not supported on ${model.id}`);
  }
  if (thinking.type !== "enabled") return;
  const budget = thinking.budgetTokens;
  if (budget === undefined) throw invalidRequest("thinking.budget_tokens: Field required");
  if (budget < SIMULATOR_LIMITS.thinkingBudgetMinTokens) {
    throw invalidRequest(
      `thinking.budget_tokens: Input should be at least ${SIMULATOR_LIMITS.thinkingBudgetMinTokens}`,
    );
  }
  if (request.maxTokens !== undefined && budget >= request.maxTokens) {
    throw invalidRequest("max_tokens must be greater than thinking.budget_tokens");
  }
}

function checkTools(request: MessagesRequest): void {
  const seen = new Set<string>();
  for (const tool of request.tools) {
    if (!/^[a-zA-Z0-9_-]+$/.test(tool.name) || tool.name.length > SIMULATOR_LIMITS.toolNameMaxChars) {
      throw invalidRequest(`${tool.path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    }
    if (seen.has(tool.name)) throw invalidRequest("tools: Tool names must be unique.");
    seen.add(tool.name);
  }
  const usesTools = blocksInOrder(request).some((block) => "type" in block && block.type.startsWith("tool_"));
  if (usesTools && request.tools.length === 0) {
    throw invalidRequest("Requests which include `tool_use` or `tool_result` blocks must define tools");
  }
}

function checkToolChoice(request: MessagesRequest, model: SimulatedModel): void {
  const choice = request.toolChoice;
  if (choice === undefined) return;
  if (request.tools.length === 0) throw invalidRequest("tool_choice may only be specified while providing tools");
  if (choice.type === "auto" || choice.type === "none") return;
  if (!model.acceptsForcedTools) throw invalidRequest("tool_choice: forced tool use is not supported on this model");
  if (request.thinking !== undefined && request.thinking.type !== "disabled") {
    throw invalidRequest("Thinking may not be enabled when tool_choice forces tool use.");
  }
  if (choice.type === "tool" && !request.tools.some((tool) => tool.name === choice.name)) {
    throw invalidRequest(`Tool '${choice.name}' not found in provided tools`);
  }
}

function checkBreakpoints(request: MessagesRequest): void {
  const blocks = blocksInOrder(request);
  const marks = blocks.flatMap((block) => (block.mark === undefined ? [] : [block.mark]));
  if (request.automaticMark !== undefined && blocks.at(-1)?.mark === undefined) marks.push(request.automaticMark);
  if (marks.length > SIMULATOR_LIMITS.maxBreakpoints) {
    throw invalidRequest(
      `A maximum of ${SIMULATOR_LIMITS.maxBreakpoints} blocks with cache_control may be provided. Found ${marks.length}.`,
    );
  }
  const firstShort = marks.indexOf("5m");
  if (firstShort >= 0 && marks.lastIndexOf("1h") > firstShort) {
    throw invalidRequest(
      "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Blocks are processed in the order tools, system, messages.",
    );
  }
  const thinking = blocks.find((block) => "type" in block && block.type === "thinking" && block.mark !== undefined);
  if (thinking !== undefined) throw invalidRequest(`${thinking.path}.cache_control: Extra inputs are not permitted`);
}
