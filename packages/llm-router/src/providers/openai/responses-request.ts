import type { Message, ModelRequest, ThinkingBlock, ToolResultBlock } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { Responses } from "openai/resources/responses/responses";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { maxOutputTokensFor } from "../../catalogue/max-output-tokens.ts";

type Item = Responses.ResponseInputItem;

/**
 * The streamed call in the Responses dialect. The vendor keeps nothing of it (`store`), so reasoning travels sealed and comes back with
 * the next call. Prefixes are cached by the vendor itself; `cacheKey` keeps the requests of a session together.
 */
export function toResponseParams(request: ModelRequest, catalogue: Catalogue): Responses.ResponseCreateParamsStreaming {
  const model = catalogue.find(request.model);
  const instructions = request.system.map(({ text }) => storableText(text)).join("\n\n");
  return {
    model: request.model.model,
    stream: true,
    store: false,
    max_output_tokens: maxOutputTokensFor(catalogue, request.model, request.maxOutputTokens),
    ...(instructions.trim() !== "" && { instructions }),
    input: toInput(request),
    ...(request.tools.length > 0 && { tools: request.tools.map(toTool) }),
    ...(request.cacheKey !== undefined && { prompt_cache_key: request.cacheKey }),
    // Models that do not think refuse to be asked for it.
    ...(model !== undefined &&
      model.capabilities.thinking !== "never" && { include: ["reasoning.encrypted_content" as const] }),
    ...(model?.capabilities.acceptsTemperature === true &&
      request.temperature !== undefined && { temperature: request.temperature }),
  };
}

function toTool(tool: ModelRequest["tools"][number]): Responses.FunctionTool {
  return {
    type: "function",
    name: tool.name,
    description: tool.description,
    parameters: { ...tool.parameters, type: "object" },
    // Strict schemas forbid optional arguments, which most tools have.
    strict: false,
  };
}

function toInput(request: ModelRequest): Item[] {
  const items = request.messages.flatMap((message) => toItems(message, request.model.model));
  if (request.tail.trim() === "") return items;
  // What the platform tells of the moment is nobody's word in the conversation.
  return [...items, { role: "developer", content: [inputText(request.tail)] }];
}

function toItems(message: Message, model: string): Item[] {
  switch (message.role) {
    case "user":
      return userItem(
        message.content.flatMap((block): Responses.ResponseInputContent[] => {
          if (block.type === "text") return block.text.trim() === "" ? [] : [inputText(block.text)];
          const image_url = `data:${block.mediaType};base64,${block.base64}`;
          return [{ type: "input_image", image_url, detail: "auto" }];
        }),
      );
    case "assistant":
      return message.content.flatMap((block): Item[] => {
        switch (block.type) {
          case "text":
            return block.text.trim() === "" ? [] : [{ role: "assistant", content: storableText(block.text) }];
          case "thinking":
            return reasoningItem(block, model);
          case "tool-call":
            return [
              {
                type: "function_call",
                call_id: block.callId,
                name: block.name,
                arguments: storableText(JSON.stringify(block.args)),
              },
            ];
        }
      });
    case "tool":
      return message.content.map((block) => ({
        type: "function_call_output",
        call_id: block.callId,
        output: resultText(block),
      }));
  }
}

function userItem(content: Responses.ResponseInputContent[]): Item[] {
  return content.length === 0 ? [] : [{ role: "user", content }];
}

function inputText(text: string): Responses.ResponseInputText {
  return { type: "input_text", text: storableText(text) };
}

/** Reasoning goes back only to the model that sealed it, under the id it came with. */
function reasoningItem(block: ThinkingBlock, model: string): Item[] {
  if (block.model !== model || block.sealed === undefined || block.signature === undefined) return [];
  const summary = block.text === "" ? [] : [{ type: "summary_text" as const, text: block.text }];
  return [{ type: "reasoning", id: block.signature, summary, encrypted_content: block.sealed }];
}

/** Neither dialect has a mark for a failed call: the text says it. */
export function resultText(block: ToolResultBlock): string {
  const text = storableText(block.text);
  if (!block.isError) return text;
  return text.trim() === "" ? "Error: the tool failed and gave no reason." : `Error: ${text}`;
}
