import type { PolicyRequest, TranscriptTurn } from "../policy.ts";
import type { MessagesRequest, RequestBlock, RequestMessage } from "./messages-request.ts";

/** A Messages request in the form a policy reads. System messages inside the conversation read as user text. */
export function policyRequest(request: MessagesRequest): PolicyRequest {
  return {
    model: request.model,
    system: request.system.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n"),
    tools: request.tools.map(({ name, description, properties }) => ({ name, description, properties })),
    turns: request.messages.flatMap((message) => message.blocks.flatMap((block, at) => turnOf(message, block, at))),
    maxTokens: request.maxTokens ?? 0,
  };
}

function turnOf(message: RequestMessage, block: RequestBlock, at: number): TranscriptTurn[] {
  switch (block.type) {
    case "text":
      return message.role === "assistant"
        ? [{ role: "assistant", text: block.text }]
        : [{ role: "user", text: block.text, opens: at === 0 && message.role === "user" }];
    case "tool_use":
      return [{ role: "call", id: block.id, name: block.name, input: block.input }];
    case "tool_result":
      return [{ role: "result", callId: block.callId, text: block.text, isError: block.isError }];
    case "thinking":
    case "media":
      return [];
  }
}
