import type { MessagesRequest, RequestBlock, RequestMessage } from "./messages-request.ts";
import { invalidRequest } from "./provider-error.ts";
import type { SimulatedModel } from "./simulated-models.ts";
import { thinkingSignature } from "./thinking-signature.ts";

/** The rules on `messages`: order of roles, non-empty content, and every call answered at once by its one result. */
export function checkMessages(request: MessagesRequest, model: SimulatedModel): void {
  const { messages } = request;
  const first = messages[0];
  if (first === undefined) throw invalidRequest("messages: at least one message is required");
  if (first.role !== "user") throw invalidRequest("messages: first message must use the user role");
  for (const block of [...request.system, ...messages.flatMap((message) => message.blocks)]) checkBlock(block, model);
  messages.forEach((message, at) => checkPlaces(message, at));
  checkPairs(messages);
  const last = messages.at(-1);
  if (last?.role !== "assistant") return;
  if (!model.acceptsPrefill) {
    throw invalidRequest(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  }
  const prefill = last.blocks.at(-1);
  if (prefill?.type === "text" && prefill.text !== prefill.text.trimEnd()) {
    throw invalidRequest("messages: final assistant content cannot end with trailing whitespace");
  }
}

function checkBlock(block: RequestBlock, model: SimulatedModel): void {
  if (block.type === "text" && block.text.trim() === "") {
    throw invalidRequest(
      block.text === ""
        ? `${block.path}: text content blocks must be non-empty`
        : `${block.path}: text content blocks must contain non-whitespace text`,
    );
  }
  if (block.type === "tool_result" && block.isError && block.text === "") {
    throw invalidRequest(`${block.path}: content cannot be empty if \`is_error\` is true`);
  }
  if (block.type === "thinking" && block.signature !== thinkingSignature(model.id, block.text)) {
    throw invalidRequest(`${block.path}: Invalid \`signature\` in \`thinking\` block`);
  }
}

function checkPlaces(message: RequestMessage, at: number): void {
  const allowed: Readonly<Record<RequestMessage["role"], readonly RequestBlock["type"][]>> = {
    user: ["text", "tool_result", "media"],
    assistant: ["text", "thinking", "tool_use"],
    system: ["text"],
  };
  const wrong = message.blocks.find((block) => !allowed[message.role].includes(block.type));
  if (wrong !== undefined) {
    throw invalidRequest(`${wrong.path}: \`${wrong.type}\` blocks are not allowed in \`${message.role}\` messages`);
  }
  const afterOther = message.blocks.findIndex(
    (block, place) => block.type === "tool_result" && message.blocks.slice(0, place).some(isNotResult),
  );
  if (afterOther >= 0) {
    throw invalidRequest(`messages.${at}: \`tool_result\` blocks must come before any other content`);
  }
}

function checkPairs(messages: readonly RequestMessage[]): void {
  const seen = new Set<string>();
  let open = new Map<string, string>();
  for (const message of oneMessagePerTurn(messages)) {
    const answered = new Set<string>();
    for (const block of message.blocks) {
      if (block.type === "tool_use") {
        if (seen.has(block.id)) throw invalidRequest(`${block.path}.id: \`tool_use\` ids must be unique`);
        seen.add(block.id);
      }
      if (block.type !== "tool_result") continue;
      if (!open.has(block.callId)) throw orphan(block.path, block.callId);
      if (answered.has(block.callId)) {
        throw invalidRequest(
          `${block.path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${block.callId}`,
        );
      }
      answered.add(block.callId);
    }
    for (const id of answered) open.delete(id);
    if (open.size > 0) throw unanswered(open);
    open = new Map(message.blocks.flatMap((block) => (block.type === "tool_use" ? [[block.id, block.path]] : [])));
  }
  if (open.size > 0) throw unanswered(open);
}

/** Adjacent messages of one role count as one: results may come in two user messages. */
function oneMessagePerTurn(messages: readonly RequestMessage[]): RequestMessage[] {
  const turns: RequestMessage[] = [];
  for (const message of messages) {
    const previous = turns.at(-1);
    if (previous?.role !== message.role) turns.push(message);
    if (previous?.role === message.role) {
      turns[turns.length - 1] = { role: message.role, blocks: [...previous.blocks, ...message.blocks] };
    }
  }
  return turns;
}

function isNotResult(block: RequestBlock): boolean {
  return block.type !== "tool_result";
}

function orphan(path: string, callId: string): Error {
  return invalidRequest(
    `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${callId}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
  );
}

function unanswered(open: ReadonlyMap<string, string>): Error {
  const [path] = open.values();
  return invalidRequest(
    `${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...open.keys()].join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}
