import type { Message, ModelRequest, ThinkingBlock, ToolResultBlock } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { Responses } from "openai/resources/responses/responses";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { maxOutputTokensFor } from "../../catalogue/max-output-tokens.ts";
import { type CacheBreakpoints, cacheBreakpoints } from "./cache-breakpoints.ts";

type Item = Responses.ResponseInputItem;
type Markable = Responses.ResponseInputText | Responses.ResponseInputImage;

const BREAKPOINT = { prompt_cache_breakpoint: { mode: "explicit" } } as const;

/**
 * The streamed call in the Responses dialect. The vendor keeps nothing of it (`store`), so reasoning travels sealed and comes back with
 * the next call. `cacheKey` keeps the requests of a session together. Where the model takes breakpoints, the request's cache marks are
 * all that is cached; elsewhere the vendor caches by itself.
 */
export function toResponseParams(request: ModelRequest, catalogue: Catalogue): Responses.ResponseCreateParamsStreaming {
  const model = catalogue.find(request.model);
  const breakpoints = model?.capabilities.acceptsCacheBreakpoints === true ? cacheBreakpoints(request) : undefined;
  return {
    model: request.model.model,
    stream: true,
    store: false,
    max_output_tokens: maxOutputTokensFor(catalogue, request.model, request.maxOutputTokens),
    ...(breakpoints === undefined
      ? { ...instructionsOf(request), input: toInput(request) }
      : {
          input: [...systemItem(request, breakpoints), ...toInput(request, breakpoints)],
          prompt_cache_options: { mode: "explicit", ttl: "30m" },
        }),
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

function instructionsOf(request: ModelRequest): { readonly instructions?: string } {
  const instructions = request.system.map(({ text }) => storableText(text)).join("\n\n");
  return instructions.trim() === "" ? {} : { instructions };
}

/** Instructions as the developer's first message, whose blocks can carry breakpoints. */
function systemItem({ system }: ModelRequest, breakpoints: CacheBreakpoints): Item[] {
  const content = system.flatMap(({ text }, at) => {
    if (text.trim() === "") return [];
    return [breakpoints.system.has(at) ? { ...inputText(text), ...BREAKPOINT } : inputText(text)];
  });
  return content.length === 0 ? [] : [{ role: "developer", content }];
}

function toInput(request: ModelRequest, breakpoints?: CacheBreakpoints): Item[] {
  const items = request.messages.flatMap((message, at) => {
    const marking = breakpoints === undefined ? "never" : breakpoints.messages.has(at) ? "here" : "elsewhere";
    return toItems(message, { model: request.model.model, marking });
  });
  if (request.tail.trim() === "") return items;
  // What the platform tells of the moment is nobody's word in the conversation.
  return [...items, { role: "developer", content: [inputText(request.tail)] }];
}

/** Whether a model takes breakpoints at all, and whether one ends this message. */
type Marking = "never" | "here" | "elsewhere";

function toItems(message: Message, { model, marking }: { readonly model: string; readonly marking: Marking }): Item[] {
  switch (message.role) {
    case "user": {
      const content = message.content.flatMap((block): Markable[] => {
        if (block.type === "text") return block.text.trim() === "" ? [] : [inputText(block.text)];
        const image_url = `data:${block.mediaType};base64,${block.base64}`;
        return [{ type: "input_image", image_url, detail: "auto" }];
      });
      if (content.length === 0) return [];
      return [{ role: "user", content: marking === "here" ? markLast(content) : content }];
    }
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
    case "tool": {
      const last = message.content.findLastIndex((block) => resultText(block).trim() !== "");
      return message.content.map((block, at) => ({
        type: "function_call_output",
        call_id: block.callId,
        output: outputOf(resultText(block), marking === "here" && at !== last ? "elsewhere" : marking),
      }));
    }
  }
}

/**
 * Only a block can carry a breakpoint. A model that takes them gets every output as one, so that a breakpoint that moves on changes no
 * byte beside itself.
 */
function outputOf(text: string, marking: Marking): string | Responses.ResponseInputText[] {
  if (marking === "never" || text.trim() === "") return text;
  return marking === "here" ? markLast([inputText(text)]) : [inputText(text)];
}

function markLast<Block extends Markable>(content: readonly Block[]): Block[] {
  return content.map((block, at) => (at === content.length - 1 ? { ...block, ...BREAKPOINT } : block));
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
