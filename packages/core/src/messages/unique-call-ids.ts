import { type AssistantMessage, type Message, toolCallsOf } from "@cadre/domain";

/**
 * Some models count their calls from zero in every reply; strict providers want each id once. A later use gets a number, the same one
 * every time. Expects whole steps.
 */
export function withUniqueCallIds(messages: readonly Message[], renamed: (callId: string) => void): readonly Message[] {
  const used = new Set<string>();
  let names = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === "assistant") {
      names = freshNames(message, used);
      for (const callId of names.keys()) renamed(callId);
    }
    return names.size === 0 || message.role === "user" ? message : withNames(message, names);
  });
}

/** New names for the calls of a reply whose ids were used before; remembers all of its ids. */
function freshNames(reply: AssistantMessage, used: Set<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const { callId } of toolCallsOf(reply)) {
    let name = callId;
    for (let use = 2; used.has(name); use += 1) name = `${callId}_${use}`;
    if (name !== callId) names.set(callId, name);
    used.add(name);
  }
  return names;
}

function withNames(message: Exclude<Message, { role: "user" }>, names: ReadonlyMap<string, string>): Message {
  const named = <Block extends { readonly callId: string }>(block: Block): Block => {
    return { ...block, callId: names.get(block.callId) ?? block.callId };
  };
  if (message.role === "tool") return { ...message, content: message.content.map(named) };
  const content = message.content.map((block) => (block.type === "tool-call" ? named(block) : block));
  return { ...message, content };
}
