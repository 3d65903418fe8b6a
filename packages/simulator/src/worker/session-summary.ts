import { SIMULATOR_LIMITS } from "@cadre/shared";
import type { PolicyRequest } from "../policy.ts";

const SUMMARY_ORDER = /\bsummary that replaces the older part of an agent's work session\b/;
const OWN_WORDS = /^assistant: (?!\[calls )(.+)$/gm;

/**
 * What stands in for a model's summary of a session: the words that its worker said last, as they stand in what is to be summarised.
 * Undefined when no summary is asked for.
 */
export function sessionSummary(request: PolicyRequest): string | undefined {
  if (request.tools.length > 0 || !SUMMARY_ORDER.test(request.system)) return undefined;
  const text = request.turns.flatMap((turn) => (turn.role === "user" ? [turn.text] : [])).join("\n");
  const said = [...text.matchAll(OWN_WORDS)].map(([, words = ""]) => words.replace(/ \[calls [^\]]+\]/g, "").trim());
  const latest = said.filter((words) => words !== "").slice(-SIMULATOR_LIMITS.summarySentences);
  if (latest.length === 0) return "Work on the task went on; nothing was said about it.";
  return `Work so far, in the worker's own words: ${latest.join(" ")}`.slice(0, SIMULATOR_LIMITS.summaryChars);
}
