import { type AssistantMessage, type Message, type ToolMessage, toolCallsOf, userText } from "@cadre/domain";
import { isStandalone } from "./markers.ts";
import { withUniqueCallIds } from "./unique-call-ids.ts";

const REPAIR_RULES = [
  "empty-block",
  "empty-message",
  "orphan-result",
  "duplicate-call",
  "renamed-call",
  "duplicate-result",
  "incomplete-step",
  "interrupted-call",
  "merged-users",
  "merged-replies",
  "opened",
  "closed",
] as const;
export type RepairRule = (typeof REPAIR_RULES)[number];

/** One thing that was put right before a send, in words for the receipt. */
export type Repair = { readonly rule: RepairRule; readonly detail: string };

export type Sanitised = { readonly messages: readonly Message[]; readonly repairs: readonly Repair[] };

const NO_OUTPUT = "(no output)";
const OPENING = "[SYSTEM] What came before this point is not shown.";
const CLOSING = "[SYSTEM] Go on from where your last reply ended.";

/**
 * Makes a history one that every provider accepts, without touching its input: a step is whole or gone, results stand in the order
 * of their calls, nothing is empty, and roles alternate. Sanitising twice is the same as once. Facts M30, M31, M33, M34.
 */
export function sanitise(messages: readonly Message[]): Sanitised {
  const repairs: Repair[] = [];
  const report = (rule: RepairRule, detail: string): void => void repairs.push({ rule, detail });
  const out: Message[] = [];
  for (let at = 0; at < messages.length;) {
    const message = messages[at];
    const results = toolMessagesAfter(messages, at);
    at += 1;
    if (message === undefined) continue;
    if (message.role === "tool") {
      report(
        "orphan-result",
        `Results without a call before them: ${message.content.map((result) => result.name).join(", ")}.`,
      );
      continue;
    }
    const clean = withoutEmptyBlocks(message, report);
    if (toolCallsOf(clean).length === 0) {
      append(out, clean, report);
      continue;
    }
    at += results.length;
    out.push(...wholeStep(withoutDuplicateCalls(clean, report), results, report));
  }
  const unique = withUniqueCallIds(out, (callId) => report("renamed-call", `The call id ${callId} was used before.`));
  return { messages: framed(merged(unique, report), report), repairs };
}

type Report = (rule: RepairRule, detail: string) => void;

function toolMessagesAfter(messages: readonly Message[], at: number): readonly ToolMessage[] {
  const found: ToolMessage[] = [];
  for (let next = at + 1; ; next += 1) {
    const message = messages[next];
    if (message?.role !== "tool") return found;
    found.push(message);
  }
}

function withoutEmptyBlocks<Kind extends Exclude<Message, ToolMessage>>(message: Kind, report: Report): Kind {
  const content = message.content.filter((block) => block.type !== "text" || block.text.trim() !== "");
  if (content.length === message.content.length) return message;
  report("empty-block", `A ${message.role} message had a text without characters.`);
  return { ...message, content };
}

function withoutDuplicateCalls(message: Message, report: Report): Message {
  if (message.role !== "assistant") return message;
  const seen = new Set<string>();
  const content = message.content.filter((block) => {
    if (block.type !== "tool-call") return true;
    const isFirst = !seen.has(block.callId);
    seen.add(block.callId);
    if (!isFirst) report("duplicate-call", `${block.name} was called twice as ${block.callId}.`);
    return isFirst;
  });
  return content.length === message.content.length ? message : { ...message, content };
}

/** The reply with all its results, or nothing: a provider refuses a call without an answer. */
function wholeStep(reply: Message, tools: readonly ToolMessage[], report: Report): readonly Message[] {
  const given = tools.flatMap((message) => message.content);
  const calls = toolCallsOf(reply);
  const content: ToolMessage["content"] = [];
  for (const call of calls) {
    const result = given.find((candidate) => candidate.callId === call.callId);
    if (result === undefined) {
      report("incomplete-step", `A reply calling ${calls.map((each) => each.name).join(", ")} lacked results.`);
      return [];
    }
    content.push(result.text.trim() === "" ? { ...result, text: NO_OUTPUT } : result);
  }
  if (given.length > calls.length) report("orphan-result", "A step had more results than calls.");
  const [only] = tools;
  const isUnchanged = tools.length === 1 && content.every((block, at) => block === only?.content[at]);
  return isUnchanged && only?.content.length === content.length ? [reply, only] : [reply, { role: "tool", content }];
}

function append(out: Message[], message: Exclude<Message, ToolMessage>, report: Report): void {
  const isEmpty = !message.content.some((block) => block.type !== "thinking");
  if (isEmpty) {
    report("empty-message", `A ${message.role} message had nothing to show.`);
    return;
  }
  out.push(message);
}

/** Joins neighbours of one role by their blocks, so that what was sent before keeps its bytes. */
function merged(messages: readonly Message[], report: Report): Message[] {
  const out: Message[] = [];
  for (const message of messages) {
    const before = out.at(-1);
    if (before?.role === "user" && message.role === "user" && !isStandalone(before) && !isStandalone(message)) {
      report("merged-users", "Two user messages stood side by side.");
      out[out.length - 1] = { role: "user", content: [...before.content, ...message.content] };
    } else if (before?.role === "assistant" && message.role === "assistant") {
      report("merged-replies", "Two replies stood side by side.");
      out[out.length - 1] = joinedReplies(before, message);
    } else {
      out.push(message);
    }
  }
  return out;
}

function joinedReplies(first: AssistantMessage, second: AssistantMessage): AssistantMessage {
  return { role: "assistant", content: [...first.content, ...second.content] };
}

/** A history begins with a user message and does not end with a reply. */
function framed(messages: readonly Message[], report: Report): readonly Message[] {
  const isOpen = messages[0]?.role === "user";
  const isClosed = messages.at(-1)?.role !== "assistant";
  if (isOpen && isClosed) return messages;
  if (!isOpen) report("opened", "The history did not begin with a user message.");
  if (!isClosed) report("closed", "The history ended with a reply.");
  return [...(isOpen ? [] : [userText(OPENING)]), ...messages, ...(isClosed ? [] : [userText(CLOSING)])];
}
