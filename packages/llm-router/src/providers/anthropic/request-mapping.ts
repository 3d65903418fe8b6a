import type Anthropic from "@anthropic-ai/sdk";
import type { Message, ModelRequest, ThinkingBlock, ToolResultBlock } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { maxOutputTokensFor } from "../../catalogue/max-output-tokens.ts";

type ContentBlock = Anthropic.ContentBlockParam;
type WireMessage = { readonly role: "user" | "assistant"; readonly content: ContentBlock[] };

const EPHEMERAL = { type: "ephemeral" } as const;
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** What the size of a prompt depends on. */
export function toPrompt(request: ModelRequest, catalogue: Catalogue): Anthropic.MessageCountTokensParams {
  const system = toSystem(request);
  const tools = toTools(request);
  const hidesProgress = catalogue.find(request.model)?.capabilities.hidesProgress ?? false;
  return {
    model: request.model.model,
    ...(hidesProgress && { thinking: { type: "adaptive", display: "summarized" } }),
    ...(tools.length > 0 && { tools }),
    ...(system.length > 0 && { system }),
    messages: toMessages(request),
  };
}

/** The streamed call. What the model would refuse is left out, as the catalogue says; unknown models get the least. */
export function toStreamParams(request: ModelRequest, catalogue: Catalogue): Anthropic.MessageCreateParamsStreaming {
  const acceptsTemperature = catalogue.find(request.model)?.capabilities.acceptsTemperature ?? false;
  return {
    max_tokens: maxOutputTokensFor(catalogue, request.model, request.maxOutputTokens),
    stream: true,
    ...(acceptsTemperature && request.temperature !== undefined && { temperature: request.temperature }),
    ...toPrompt(request, catalogue),
  };
}

function toSystem(request: ModelRequest): Anthropic.TextBlockParam[] {
  const blocks: Anthropic.TextBlockParam[] = [];
  for (const { text, cached } of request.system) {
    for (const block of textBlocks(text)) blocks.push(cached ? { ...block, cache_control: EPHEMERAL } : block);
  }
  return blocks;
}

function toTools(request: ModelRequest): Anthropic.Tool[] {
  const lastIndex = request.tools.length - 1;
  return request.tools.map((tool, index) => ({
    name: tool.name,
    description: tool.description,
    input_schema: { ...tool.parameters, type: "object" },
    ...(request.toolsCached && index === lastIndex && { cache_control: EPHEMERAL }),
  }));
}

/**
 * Messages as the API wants them: results and following words share one user message, nothing is empty, and the tail
 * is the last block of a user message, behind every cache marker.
 */
function toMessages(request: ModelRequest): Anthropic.MessageParam[] {
  const wire: WireMessage[] = [];
  const cached = new Set(request.cachedMessages);
  request.messages.forEach((message, index) => {
    append(wire, message.role === "assistant" ? "assistant" : "user", toBlocks(message, request.model.model));
    if (cached.has(index)) markLast(wire);
  });
  append(wire, "user", textBlocks(request.tail));
  return wire;
}

function append(wire: WireMessage[], role: WireMessage["role"], blocks: readonly ContentBlock[]): void {
  if (blocks.length === 0) return;
  const last = wire.at(-1);
  if (last?.role === role) last.content.push(...blocks);
  else wire.push({ role, content: [...blocks] });
}

/** Marks the newest block that may carry a marker; reasoning may not, so the marker goes before it. */
function markLast(wire: readonly WireMessage[]): void {
  for (const message of wire.toReversed()) {
    const at = message.content.findLastIndex(
      (block) => block.type !== "thinking" && block.type !== "redacted_thinking",
    );
    const block = message.content[at];
    if (block === undefined || block.type === "thinking" || block.type === "redacted_thinking") continue;
    message.content[at] = { ...block, cache_control: EPHEMERAL };
    return;
  }
}

function toBlocks(message: Message, model: string): ContentBlock[] {
  switch (message.role) {
    case "user":
      return message.content.flatMap((block) =>
        block.type === "text" ? textBlocks(block.text) : [imageBlock(block.mediaType, block.base64)],
      );
    case "assistant":
      return message.content.flatMap((block): ContentBlock[] => {
        switch (block.type) {
          case "text":
            return textBlocks(block.text);
          case "thinking":
            return thinkingBlocks(block, model);
          case "tool-call":
            return [{ type: "tool_use", id: block.callId, name: block.name, input: block.args }];
        }
      });
    case "tool":
      return message.content.map((block) => ({
        type: "tool_result",
        tool_use_id: block.callId,
        ...resultContent(block),
        ...(block.isError && { is_error: true }),
      }));
  }
}

/** A result may be empty, except one that reports an error. */
function resultContent(block: ToolResultBlock): { readonly content?: string } {
  if (block.text.trim() !== "") return { content: storableText(block.text) };
  return block.isError ? { content: "The tool failed and gave no reason." } : {};
}

/** No block for text without a visible character: the API refuses it. */
function textBlocks(text: string): Anthropic.TextBlockParam[] {
  return text.trim() === "" ? [] : [{ type: "text", text: storableText(text) }];
}

/** Reasoning goes back only to the model that signed it; anything else would be refused. */
function thinkingBlocks(block: ThinkingBlock, model: string): ContentBlock[] {
  if (block.model !== undefined && block.model !== model) return [];
  if (block.sealed !== undefined) return [{ type: "redacted_thinking", data: block.sealed }];
  if (block.signature === undefined || block.signature === "") return [];
  return [{ type: "thinking", thinking: block.text, signature: block.signature }];
}

function imageBlock(mediaType: string, base64: string): ContentBlock {
  const known = IMAGE_TYPES.find((type) => type === mediaType);
  if (known === undefined)
    return { type: "text", text: `[An image of type ${mediaType}, which this model cannot see]` };
  return { type: "image", source: { type: "base64", media_type: known, data: base64 } };
}
