import type { RipgrepEnd } from "./ripgrep.ts";

const SHOWN_CHARS = 1_000;

/** Why a search gives no answer, for the agent; undefined when what it found can be shown. */
export function searchProblem(end: RipgrepEnd, results: number): string | undefined {
  switch (end.kind) {
    case "aborted":
      return "The search was interrupted before it was done.";
    case "timed-out":
      return "The search took too long and was ended. Search a folder further down, or use a narrower pattern.";
    case "stopped":
      return undefined;
    case "finished":
      return end.problem === undefined || results > 0
        ? undefined
        : `The search failed: ${end.problem.slice(0, SHOWN_CHARS)}`;
  }
}
