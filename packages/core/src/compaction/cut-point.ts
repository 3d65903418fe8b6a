import { COMPACTION_LIMITS, PROMPT_LIMITS } from "@cadre/shared";
import type { CompactionDue } from "../preparation/prepare-history.ts";
import { messageCount, type SizedUnit, totalTokens } from "../preparation/size-units.ts";

export type CutOptions = {
  readonly due: CompactionDue | "asked";
  readonly limitTokens: number;
  /** What the summary may take. */
  readonly summaryTokens: number;
};

/**
 * Where the verbatim tail begins: at most as many messages as the stage keeps plus what completes a whole step, within 40 % of the limit
 * with what is pinned and the summary, and never fewer than the newest four steps. Facts M17, M18, M37.
 */
export function cutPoint(sized: readonly SizedUnit[], options: CutOptions): number {
  const pinned = totalTokens(sized.filter(({ unit }) => unit.isPinned && unit.kind !== "compaction"));
  const target = options.limitTokens * PROMPT_LIMITS.cutTargetShareOfBudget - pinned - options.summaryTokens;
  const keep = keptMessages(options.due, messageCount(sized));
  let messages = 0;
  let tokens = 0;
  let steps = 0;
  for (let from = sized.length; from > 0; from -= 1) {
    const next = sized[from - 1];
    if (next === undefined || next.unit.kind === "compaction") return from;
    tokens += next.unit.isPinned ? 0 : next.tokens;
    const mustStay = steps < PROMPT_LIMITS.newestSteps;
    if (!mustStay && (messages >= keep || tokens > target)) return from;
    messages += next.unit.messages.length;
    if (next.unit.kind === "step") steps += 1;
  }
  return 0;
}

/** Stages 1, 3b and 3c: how many of `count` messages stay. */
function keptMessages(due: CompactionDue | "asked", count: number): number {
  if (due === "messages") return COMPACTION_LIMITS.keptMessages;
  if (count > COMPACTION_LIMITS.tokenStageAboveMessages) {
    const share = Math.floor(count * COMPACTION_LIMITS.tokenStageKeptShare);
    return Math.min(COMPACTION_LIMITS.tokenStageKeptMax, Math.max(COMPACTION_LIMITS.tokenStageKeptMin, share));
  }
  if (count <= COMPACTION_LIMITS.lastStageAboveMessages) return 0;
  return Math.max(COMPACTION_LIMITS.lastStageKeptMin, Math.floor(count * COMPACTION_LIMITS.lastStageKeptShare));
}

/** The `harness` profile: at least 20,000 tokens stay, and then back to the user message that began their turn. Fact TW-25. */
export function harnessCutPoint(sized: readonly SizedUnit[]): number {
  let tokens = 0;
  for (let from = sized.length; from > 0; from -= 1) {
    const next = sized[from - 1];
    if (next === undefined || next.unit.kind === "compaction") return 0;
    tokens += next.tokens;
    if (tokens >= COMPACTION_LIMITS.harnessKeptTokens && next.unit.kind === "user") return from - 1;
  }
  return 0;
}
