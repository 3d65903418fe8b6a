import { type Message, textOf, toolCallsOf } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import { oneLine } from "../text/cut-text.ts";
import { readStatements } from "./statements.ts";

/** A summary by rule, for when no model wrote one: how often each tool was used, the newest errors, the newest telling sentences. */
export function heuristicSummary(messages: readonly Message[]): string {
  const uses = new Map<string, number>();
  for (const call of messages.flatMap(toolCallsOf)) uses.set(call.name, (uses.get(call.name) ?? 0) + 1);
  const results = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  const errors = results
    .filter(({ isError }) => isError)
    .slice(-COMPACTION_LIMITS.heuristicErrors)
    .map(({ name, text }) => `${name}: ${oneLine(text, COMPACTION_LIMITS.heuristicErrorChars)}`);
  const replies = messages.filter(({ role }) => role === "assistant").map(textOf);
  const { open, settled } = readStatements(replies);
  const points = [...settled, ...open]
    .slice(-COMPACTION_LIMITS.heuristicPoints)
    .map((point) => oneLine(point, COMPACTION_LIMITS.heuristicPointChars));
  const tools = [...uses].map(([name, count]) => `${name} ${count}×`).join(", ");
  return [
    `${messages.length} messages.`,
    ...(tools === "" ? [] : [`Tools used: ${tools}.`]),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.join(" · ")}`]),
    ...(points.length === 0 ? [] : [`Last points: ${points.join(" · ")}`]),
  ].join(" ");
}
