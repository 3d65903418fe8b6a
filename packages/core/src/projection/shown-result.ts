import type { ToolResultBlock, ToolResultEntry } from "@cadre/domain";
import { TOOL_LIMITS } from "@cadre/shared";
import { headOf, tailOf } from "../text/cut-text.ts";

/** How a tool result stands in the prompt when it is too long to stand whole. The log keeps it all. */
export type Shortened = {
  readonly entryId: string;
  readonly callId: string;
  readonly chars: number;
  readonly as: "placeholder" | "excerpt";
};

export type ShownResult = { readonly block: ToolResultBlock; readonly shortened?: Omit<Shortened, "entryId"> };

/** Outcomes a model must read as a failure. */
const ERROR_OUTCOMES: readonly ToolResultEntry["outcome"][] = ["failed", "unknown", "denied"];

/** The tools that read a stored result; a placeholder may name them only when the agent has them. */
export const RESULT_TOOL = "session_tool_result";

/**
 * A result as the model sees it: whole up to 20,000 characters, else a placeholder that names the way back, or, without one, its
 * beginning and end. A function of the entry alone, so that a prefix keeps its bytes (TW-14, TW-16, TW-23).
 */
export function shownResult(entry: ToolResultEntry, options: { readonly hasResultTool: boolean }): ShownResult {
  const isError = ERROR_OUTCOMES.includes(entry.outcome);
  const block = (text: string): ToolResultBlock => {
    return { type: "tool-result", callId: entry.callId, name: entry.name, text, isError };
  };
  const full = entry.fullText ?? entry.text;
  const chars = entry.blob?.chars ?? characterCount(full);
  if (chars <= TOOL_LIMITS.virtualiseChars) return { block: block(entry.text) };
  if (options.hasResultTool) {
    const exitCode = entry.exitCode ?? (isError ? 1 : 0);
    return {
      block: block(placeholder(entry, { full, chars, exitCode })),
      shortened: { callId: entry.callId, chars, as: "placeholder" },
    };
  }
  if (entry.blob === undefined && characterCount(entry.text) <= TOOL_LIMITS.virtualiseChars) {
    return { block: block(entry.text) };
  }
  return { block: block(excerpt(entry, chars)), shortened: { callId: entry.callId, chars, as: "excerpt" } };
}

type Whole = { readonly full: string; readonly chars: number; readonly exitCode: number };

function placeholder(entry: ToolResultEntry, whole: Whole): string {
  const lines = entry.blob?.lines ?? whole.full.split("\n").length;
  const front = headOf(whole.full, TOOL_LIMITS.placeholderFrontChars);
  const tail = lastLines(entry.blob?.tail ?? whole.full);
  return [
    `[tool_result ${entry.name} ${entry.callId}: ${whole.chars} chars / ${lines} lines, exit ${whole.exitCode}; front: ${front}; tail: ${tail}]`,
    `This is not the whole result. Read it with ${RESULT_TOOL}, tool_call_id ${entry.callId}.`,
  ].join("\n");
}

function lastLines(text: string): string {
  return text
    .split("\n")
    .slice(-TOOL_LIMITS.placeholderTailLines)
    .map((line) => headOf(line, TOOL_LIMITS.placeholderTailLineChars))
    .join("\n");
}

function excerpt(entry: ToolResultEntry, chars: number): string {
  const head = headOf(entry.text, TOOL_LIMITS.shortenedHeadChars);
  const tail = tailOf(entry.blob?.tail ?? entry.text.slice(head.length), TOOL_LIMITS.shortenedTailChars);
  return `${head}\n[… part of these ${chars} characters is left out here; narrow the call to see it …]\n${tail}`;
}

/** Unicode scalar values, counted only when the text may be long. */
function characterCount(text: string): number {
  if (text.length <= TOOL_LIMITS.virtualiseChars) return text.length;
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) pairs += 1;
  }
  return text.length - pairs;
}
