import type { AssistantMessage, Message, ModelRequest, UserMessage } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type OpenAI from "openai";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { maxOutputTokensFor } from "../../catalogue/max-output-tokens.ts";
import { resultText } from "./responses-request.ts";

type ChatMessage = OpenAI.ChatCompletionMessageParam;
type ContentPart = OpenAI.ChatCompletionContentPart;

/**
 * The streamed call in the Chat Completions dialect, with nothing beyond what every compatible server takes: no cache key, no `store`, no
 * `parallel_tool_calls`, and `max_tokens` by its old name.
 */
export function toChatParams(request: ModelRequest, catalogue: Catalogue): OpenAI.ChatCompletionCreateParamsStreaming {
  const acceptsTemperature = catalogue.find(request.model)?.capabilities.acceptsTemperature ?? false;
  return {
    model: request.model.model,
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxOutputTokensFor(catalogue, request.model, request.maxOutputTokens),
    messages: toMessages(request),
    ...(request.tools.length > 0 && {
      tools: request.tools.map((tool) => ({
        type: "function" as const,
        function: {
          name: tool.name,
          description: tool.description,
          parameters: { ...tool.parameters, type: "object" },
        },
      })),
    }),
    ...(acceptsTemperature && request.temperature !== undefined && { temperature: request.temperature }),
  };
}

function toMessages(request: ModelRequest): ChatMessage[] {
  const system = request.system.map(({ text }) => storableText(text)).join("\n\n");
  const messages = request.messages.flatMap(toChatMessages);
  const tail = request.tail.trim() === "" ? [] : [userMessage([{ type: "text", text: storableText(request.tail) }])];
  return joined([
    ...(system.trim() === "" ? [] : [{ role: "system" as const, content: system }]),
    ...messages,
    ...tail,
  ]);
}

function toChatMessages(message: Message): ChatMessage[] {
  switch (message.role) {
    case "user": {
      const parts = userParts(message);
      return parts.length === 0 ? [] : [userMessage(parts)];
    }
    case "assistant":
      return assistantMessage(message);
    case "tool":
      return message.content.map((block) => ({ role: "tool", tool_call_id: block.callId, content: resultText(block) }));
  }
}

function userParts(message: UserMessage): ContentPart[] {
  return message.content.flatMap((block): ContentPart[] => {
    if (block.type === "text")
      return block.text.trim() === "" ? [] : [{ type: "text", text: storableText(block.text) }];
    return [{ type: "image_url", image_url: { url: `data:${block.mediaType};base64,${block.base64}` } }];
  });
}

/** Text alone goes as a plain string: small servers know no parts. */
function userMessage(parts: readonly ContentPart[]): OpenAI.ChatCompletionUserMessageParam {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return { role: "user", content: texts.length === parts.length ? texts.join("\n\n") : [...parts] };
}

/** Reasoning stays behind: the dialect has no field for it that servers agree on. */
function assistantMessage(message: AssistantMessage): ChatMessage[] {
  const text = message.content
    .flatMap((block) => (block.type === "text" ? [storableText(block.text)] : []))
    .join("\n\n");
  const calls = message.content.flatMap((block) =>
    block.type === "tool-call"
      ? [
          {
            id: block.callId,
            type: "function" as const,
            function: { name: block.name, arguments: storableText(JSON.stringify(block.args)) },
          },
        ]
      : [],
  );
  if (calls.length > 0) return [{ role: "assistant", content: text === "" ? null : text, tool_calls: calls }];
  return text.trim() === "" ? [] : [{ role: "assistant", content: text }];
}

/** Two texts of the user in a row become one: templates of many models insist on taking turns. */
function joined(messages: readonly ChatMessage[]): ChatMessage[] {
  const result: ChatMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === "user" && message.role === "user" && isText(last.content) && isText(message.content)) {
      result[result.length - 1] = { role: "user", content: `${last.content}\n\n${message.content}` };
    } else {
      result.push(message);
    }
  }
  return result;
}

function isText(content: string | readonly ContentPart[]): content is string {
  return typeof content === "string";
}
