import type { JsonObject } from "@cadre/shared";
import type { OfferedTool, PolicyRequest, TranscriptTurn } from "../policy.ts";
import type { CacheLifetime } from "../provider/prefix-cache.ts";
import { badParameter } from "./openai-error.ts";
import type { OpenAiModel } from "./openai-models.ts";

/** A piece of a prompt as exact JSON, without the breakpoint it carries. */
export type PromptPiece = { readonly json: string; readonly breakpoint?: CacheLifetime | undefined };

/** A request of either dialect, checked, in one form. */
export type OpenAiRequest = {
  readonly model: OpenAiModel;
  readonly isStream: boolean;
  /** Chat Completions reports usage in a stream only when it is asked to. */
  readonly wantsUsage: boolean;
  readonly system: string;
  readonly tools: readonly OfferedTool[];
  readonly turns: readonly TranscriptTurn[];
  /** Undefined: as much as the model can. */
  readonly maxTokens: number | undefined;
  readonly cacheKey: string;
  /** The prompt's pieces in the order of its prefix: what the cache compares. */
  readonly pieces: readonly PromptPiece[];
  /** By itself the vendor may end a prefix at every piece; explicitly it does so at breakpoints alone. */
  readonly cacheMode: "implicit" | "explicit";
  /** Whether sealed reasoning was asked for. */
  readonly wantsReasoning: boolean;
};

/** The request as every policy reads it. */
export function policyRequestOf(request: OpenAiRequest): PolicyRequest {
  return {
    model: request.model.id,
    system: request.system,
    tools: request.tools,
    turns: request.turns,
    maxTokens: request.maxTokens ?? request.model.maxOutputTokens,
  };
}

const TAIL = /(?:^|\n\n)(?=<situation\b)/;
const FAILED = "Error: ";

/**
 * The turns of a user's text. What the platform adds behind the last message stands in one text with it here, since the dialect has no
 * blocks: it is a turn of its own that opens nothing.
 */
export function userTurns(text: string): TranscriptTurn[] {
  const at = TAIL.exec(text);
  const said = at === null ? text : text.slice(0, at.index);
  const tail = at === null ? "" : text.slice(at.index).trimStart();
  return [
    ...(said === "" ? [] : [{ role: "user" as const, text: said, opens: true }]),
    ...(tail === "" ? [] : [{ role: "user" as const, text: tail, opens: false }]),
  ];
}

/** A tool's answer. Neither dialect marks a failed one: its text says so. */
export function resultTurn(callId: string, text: string): TranscriptTurn {
  const isError = text.startsWith(FAILED);
  return { role: "result", callId, text: isError ? text.slice(FAILED.length) : text, isError };
}

/** The arguments of a call that stands in the history. */
export function callInput(json: string, param: string): JsonObject {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch (error) {
    throw badParameter(param, `Invalid JSON in '${param}': ${String(error)}`);
  }
  throw badParameter(param, `Invalid JSON in '${param}': expected an object.`);
}

/** Refuses a history in which calls and answers do not match; each dialect has words of its own for it. */
export function checkPairs(
  turns: readonly TranscriptTurn[],
  words: { readonly unanswered: (callId: string) => Error; readonly orphan: (callId: string) => Error },
): void {
  const open = new Set<string>();
  for (const turn of turns) {
    if (turn.role === "call") open.add(turn.id);
    if (turn.role === "result" && !open.delete(turn.callId)) throw words.orphan(turn.callId);
    const unanswered = turn.role === "user" || turn.role === "assistant" ? [...open][0] : undefined;
    if (unanswered !== undefined) throw words.unanswered(unanswered);
  }
  const [left] = open;
  if (left !== undefined) throw words.unanswered(left);
}
