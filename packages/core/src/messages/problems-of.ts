import { type Message, type ToolMessage, toolCallsOf } from "@cadre/domain";
import { isStandalone } from "./markers.ts";

/** What a strict provider would refuse about a history; empty when it may be sent. Checks, never repairs. */
export function problemsOf(messages: readonly Message[]): readonly string[] {
  const problems: string[] = [];
  const callIds = messages.flatMap((message) => toolCallsOf(message).map((call) => call.callId));
  if (new Set(callIds).size < callIds.length) problems.push("A call id is used twice.");
  if (messages[0]?.role !== "user") problems.push("It does not begin with a user message.");
  if (messages.at(-1)?.role === "assistant") problems.push("It ends with a reply.");
  messages.forEach((message, at) => {
    const before = messages[at - 1];
    const after = messages[at + 1];
    const where = `Message ${at}`;
    if (message.content.every((block) => block.type === "thinking")) problems.push(`${where} has nothing to show.`);
    if (message.content.some((block) => block.type === "text" && block.text.trim() === "")) {
      problems.push(`${where} has an empty text.`);
    }
    if (message.role === "tool") problems.push(...resultProblems(message, before, where));
    if (toolCallsOf(message).length > 0 && after?.role !== "tool") problems.push(`${where} has calls without results.`);
    if (message.role === "assistant" && before?.role === "assistant") problems.push(`${where} follows a reply.`);
    if (message.role === "user" && before?.role === "user" && !isStandalone(before) && !isStandalone(message)) {
      problems.push(`${where} follows a user message.`);
    }
  });
  return problems;
}

function resultProblems(message: ToolMessage, before: Message | undefined, where: string): readonly string[] {
  const calls = before === undefined ? [] : toolCallsOf(before).map((call) => call.callId);
  const results = message.content.map((result) => result.callId);
  const problems: string[] = [];
  if (calls.join("\n") !== results.join("\n")) problems.push(`${where} does not answer the calls before it, in order.`);
  if (new Set(results).size < results.length) problems.push(`${where} answers a call twice.`);
  if (message.content.some((result) => result.text.trim() === "")) problems.push(`${where} has an empty result.`);
  return problems;
}
