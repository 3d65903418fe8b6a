import { z } from "zod";

/** Neutral messages: what the session log stores and every provider adapter translates. */
export const TextBlock = z.object({ type: z.literal("text"), text: z.string() });
export type TextBlock = z.infer<typeof TextBlock>;

/** Reasoning of a model. Bound to model and conversation: an adapter may drop it, never edit it. */
export const ThinkingBlock = z.object({
  type: z.literal("thinking"),
  text: z.string(),
  signature: z.string().optional(),
  /** The vendor's sealed form where it withholds the text. */
  sealed: z.string().optional(),
  /** The model that thought it. Only that model is shown it again. */
  model: z.string().optional(),
});
export type ThinkingBlock = z.infer<typeof ThinkingBlock>;

export const ImageBlock = z.object({ type: z.literal("image"), mediaType: z.string(), base64: z.string() });
export type ImageBlock = z.infer<typeof ImageBlock>;

/** A tool call. `args` is what the model sent; when it was not a JSON object, `argsError` says so and `args` is `{}`. */
export const ToolCallBlock = z.object({
  type: z.literal("tool-call"),
  callId: z.string(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  argsError: z.string().optional(),
});
export type ToolCallBlock = z.infer<typeof ToolCallBlock>;

export const ToolResultBlock = z.object({
  type: z.literal("tool-result"),
  callId: z.string(),
  name: z.string(),
  text: z.string(),
  isError: z.boolean(),
});
export type ToolResultBlock = z.infer<typeof ToolResultBlock>;

export const UserMessage = z.object({
  role: z.literal("user"),
  content: z.array(z.discriminatedUnion("type", [TextBlock, ImageBlock])),
});
export type UserMessage = z.infer<typeof UserMessage>;

export const AssistantMessage = z.object({
  role: z.literal("assistant"),
  content: z.array(z.discriminatedUnion("type", [TextBlock, ThinkingBlock, ToolCallBlock])),
});
export type AssistantMessage = z.infer<typeof AssistantMessage>;

/** All results of one assistant message, in the order of its calls. */
export const ToolMessage = z.object({ role: z.literal("tool"), content: z.array(ToolResultBlock) });
export type ToolMessage = z.infer<typeof ToolMessage>;

export const Message = z.discriminatedUnion("role", [UserMessage, AssistantMessage, ToolMessage]);
export type Message = z.infer<typeof Message>;

export function userText(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

export function toolCallsOf(message: Message): readonly ToolCallBlock[] {
  return message.role === "assistant" ? message.content.filter((block) => block.type === "tool-call") : [];
}

/** The text blocks of a message, joined by blank lines. */
export function textOf(message: Message): string {
  const texts: string[] = [];
  for (const block of message.content) if (block.type === "text") texts.push(block.text);
  return texts.join("\n\n");
}
