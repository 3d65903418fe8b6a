import { type Message, textOf, type ToolCallBlock, toolCallsOf, type ToolResultBlock } from "@cadre/domain";
import { canonicalJson, COMPACTION_LIMITS } from "@cadre/shared";
import { isResearchTool } from "../preparation/research-tools.ts";
import { RESULT_TOOL } from "../projection/shown-result.ts";
import { oneLine } from "../text/cut-text.ts";
import { textHash } from "../text/text-hash.ts";

type Call = { readonly name: string; readonly args: string; readonly outcome: string };

/** Four wordings, so that a model does not take one for the form of its own replies. */
const WORDINGS: readonly ((call: Call) => string)[] = [
  ({ name, args, outcome }) => `Called ${name} ${args}: ${outcome}`,
  ({ name, args, outcome }) => `${name} with ${args} gave ${outcome}`,
  ({ name, args, outcome }) => `Used ${name} ${args} → ${outcome}`,
  ({ name, args, outcome }) => `Earlier ${name} ${args} — ${outcome}`,
];

/**
 * A step as lines, one for each call: name, cut arguments and what came of it — an error up to 200 characters, findings of a tool that
 * reads up to 500, a short result whole, of any other its size. The wording is chosen by a hash of the call's id: the same call always
 * reads the same. A step without calls is the beginning of its text. Facts M22, M23, M24.
 */
export function stepLines(
  messages: readonly Message[],
  options: { readonly hasResultTool: boolean },
): readonly string[] {
  const results = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  const calls = messages.flatMap(toolCallsOf);
  if (calls.length === 0) {
    const text = oneLine(messages.map(textOf).join(" "), COMPACTION_LIMITS.heuristicPointChars);
    return text === "" ? [] : [`Replied: ${text}`];
  }
  return calls.map((call) => {
    const result = results.find(({ callId }) => callId === call.callId);
    const outcome = result === undefined ? "no result" : outcomeOf(result, options);
    return wordingOf(call.callId)({ name: call.name, args: argumentsOf(call), outcome });
  });
}

function wordingOf(callId: string): (call: Call) => string {
  const at = Number.parseInt(textHash(callId).slice(0, 8), 16) % WORDINGS.length;
  return WORDINGS[at] ?? JSON.stringify;
}

function argumentsOf(call: ToolCallBlock): string {
  const isResearch = isResearchTool(call.name);
  const chars = isResearch ? COMPACTION_LIMITS.stepResearchArgumentChars : COMPACTION_LIMITS.stepArgumentChars;
  return oneLine(canonicalJson(call.args), chars);
}

function outcomeOf(result: ToolResultBlock, { hasResultTool }: { readonly hasResultTool: boolean }): string {
  if (result.isError) return `error: ${oneLine(result.text, COMPACTION_LIMITS.stepErrorChars)}`;
  const isShort = result.text.length <= COMPACTION_LIMITS.stepResultChars;
  if (isShort) return oneLine(result.text, COMPACTION_LIMITS.stepResultChars);
  const way = hasResultTool ? ` (${RESULT_TOOL} ${result.callId})` : "";
  if (isResearchTool(result.name)) return `${oneLine(result.text, COMPACTION_LIMITS.stepResearchChars)}${way}`;
  return `${result.text.length} characters${way}`;
}
