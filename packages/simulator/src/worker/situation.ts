import { SIMULATOR_LIMITS } from "@cadre/shared";
import type { TranscriptTurn } from "../policy.ts";
import type { TaskBrief } from "./brief.ts";
import { WORKER_TAG } from "./script.ts";
import type { Toolbox } from "./toolbox.ts";

/** All a script knows: its task, its tools, and the transcript since the task was given. */
export type Situation = {
  readonly brief: TaskBrief;
  readonly tools: Toolbox;
  readonly turns: readonly TranscriptTurn[];
};

const SUMMARY = /^\s*\[(?:Conversation history summary|Previous |Branch summary)/;

/**
 * How far the part of the history went that a summary replaced: the last step it announced, 0 when it names none, undefined
 * when nothing was replaced. Progress markers stand in every message for this.
 */
export function stepBeforeSummary(turns: readonly TranscriptTurn[]): number | undefined {
  const summaries = turns.filter((turn) => turn.role === "user" && SUMMARY.test(turn.text));
  if (summaries.length === 0) return undefined;
  const marks = summaries.flatMap((turn) =>
    turn.role === "user"
      ? [...turn.text.matchAll(/\[simulated worker\] step (\d+) of \d+/g)].map((mark) => Number(mark[1]))
      : [],
  );
  return Math.max(0, ...marks);
}

/** A text of the simulated worker: always tagged. */
export function tagged(text: string): string {
  return `${WORKER_TAG} ${text}`;
}

/** A tool's words, cut for a quotation. */
export function quoted(text: string, chars: number = SIMULATOR_LIMITS.quoteChars): string {
  const trimmed = text.trim();
  return trimmed.length <= chars ? trimmed : `${trimmed.slice(0, chars).toWellFormed()}…`;
}

/** True when a listing or a task's text names this status: `status: review`, `[review]`. */
export function showsStatus(text: string, status: string): boolean {
  return new RegExp(`\\bstatus\\W+${status}\\b|\\[${status}\\]`, "i").test(text);
}
