import type { CompactionEntry, SessionEntry } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import { estimateTokens, type TokenCounter } from "../budget/estimate-tokens.ts";
import { COMPACTION_MARKER } from "../messages/markers.ts";
import { type CompactionDue, compactionDueOf } from "../preparation/prepare-history.ts";
import { type History, readHistory } from "../preparation/read-history.ts";
import { type SizedUnit, totalTokens } from "../preparation/size-units.ts";
import { cutText } from "../text/cut-text.ts";
import type { StoredTokens } from "../tokens/entry-tokens.ts";
import { type CompactionState, EMPTY_STATE, isEmptyState, parsedState, stateOf } from "./compaction-state.ts";
import { cutPoint, harnessCutPoint } from "./cut-point.ts";
import { fitState } from "./fit-state.ts";
import { heuristicSummary } from "./heuristic-summary.ts";
import { renderCompaction } from "./render-compaction.ts";
import { type SummaryRequest, summaryRequests } from "./summary-request.ts";

/**
 * When a history is compacted. `ladder`: over the message budget or a count of messages. `harness`: over 80 % of the window, counted by
 * `usedTokens` where a provider reported it. `off`: never, whatever a provider answers.
 */
export type CompactionPolicy =
  | { readonly kind: "ladder"; readonly maxMessages?: number | "off" | undefined }
  | { readonly kind: "harness"; readonly windowTokens: number; readonly usedTokens?: number | undefined }
  | { readonly kind: "off" };

export type CompactionOptions = {
  readonly policy: CompactionPolicy;
  /** A person or the engine wants it now, due or not. */
  readonly isAsked?: boolean | undefined;
  /** As the newest bundle's receipt says: what messages may count, and stage 2's cap. */
  readonly limitTokens: number;
  readonly messageCapChars: number;
  readonly hasResultTool: boolean;
  readonly countTokens?: TokenCounter | undefined;
  readonly storedTokens?: StoredTokens | undefined;
};

/**
 * What a compaction will do. Nothing is done yet: the harness may have a model add words, and appends the entry. It holds none of what is
 * cut, for it comes from another thread: what is long costs that much to bring over.
 */
export type CompactionPlan = {
  readonly due: CompactionDue | "asked";
  /** Entries that leave the prompt. What is pinned among what is older stays and is not named. */
  readonly cutEntryIds: readonly string[];
  readonly firstKeptEntryId: string;
  readonly tokensBefore: number;
  /** With the summary by rule. */
  readonly tokensAfter: number;
  readonly state: CompactionState;
  /** The words of the compaction before, empty for the first. */
  readonly earlier: string;
  /** Used when no model wrote a summary. */
  readonly fallback: string;
  /** The calls that add a model's words: after an overflow of the summariser, the next one. */
  readonly summaryRequests: readonly SummaryRequest[];
  readonly hasResultTool: boolean;
};

/**
 * Plans a compaction of a branch, root first; undefined when none is due or nothing can be cut. The brief, what is pinned and the
 * newest four steps are never cut. Pure: the same log gives the same plan.
 */
export function planCompaction(
  entries: readonly SessionEntry[],
  options: CompactionOptions,
): CompactionPlan | undefined {
  const count = options.countTokens ?? estimateTokens;
  const { hasResultTool, limitTokens } = options;
  const counting = { count, stored: options.storedTokens };
  const history = readHistory(entries, { ...counting, capChars: options.messageCapChars, hasResultTool });
  const { sized } = history;
  const due = dueOf(history, options);
  if (due === undefined) return undefined;

  const summaryTokens = summaryRoom(limitTokens);
  const at =
    options.policy.kind === "harness" ? harnessCutPoint(sized) : cutPoint(sized, { due, limitTokens, summaryTokens });
  const firstKeptEntryId = sized[at]?.unit.entryIds[0];
  const cut = sized.slice(0, at).filter(({ unit }) => !unit.isPinned);
  if (firstKeptEntryId === undefined || cut.length === 0) return undefined;

  const prior = lastCompaction(entries);
  const priorState = priorStateOf(sized, prior);
  const units = cut.map(({ unit }) => unit);
  const state = stateOf(units, { hasResultTool }, priorState);
  const earlier = earlierOf(prior);
  const words = count("x".repeat(COMPACTION_LIMITS.proseMaxChars)) + count(earlier);
  const tokensBefore = history.tokens;
  const summaryBefore = totalTokens(sized.filter(({ unit }) => unit.kind === "compaction"));
  const cutTokens = totalTokens(cut) + summaryBefore;
  if (due === "tokens" && cutTokens < limitTokens * COMPACTION_LIMITS.minSavedShareOfBudget) return undefined;
  const cutMessages = units.flatMap((unit) => unit.messages);
  const fitted = {
    state: fitState(state, Math.max(0, Math.min(summaryTokens, cutRoom(cutTokens)) - words), count),
    earlier,
    fallback: heuristicSummary(cutMessages),
    hasResultTool,
  };
  return {
    ...fitted,
    due,
    cutEntryIds: units.flatMap((unit) => unit.entryIds),
    firstKeptEntryId,
    tokensBefore,
    tokensAfter: tokensBefore - cutTokens + count(renderCompaction({ ...fitted, prose: fitted.fallback })),
    summaryRequests: summaryRequests(cutMessages, earlier),
  };
}

/** The entry of a plan, with a model's words or the summary by rule; undefined when there would be nothing in it (TW-31). */
export function compactionEntry(plan: CompactionPlan, prose?: string): CompactionEntry | undefined {
  if (isEmptyState(plan.state) && plan.earlier === "" && prose === undefined) return undefined;
  const words = prose ?? plan.fallback;
  return {
    kind: "compaction",
    v: 1,
    summary: renderCompaction({ ...plan, prose: words }),
    firstKeptEntryId: plan.firstKeptEntryId,
    tokensBefore: plan.tokensBefore,
    details: { v: 1, prose: words, isByRule: prose === undefined, state: plan.state },
  };
}

function dueOf(history: History, options: CompactionOptions): CompactionDue | "asked" | undefined {
  const { policy, limitTokens } = options;
  if (options.isAsked === true) return "asked";
  switch (policy.kind) {
    case "off":
      return undefined;
    case "harness": {
      const used = policy.usedTokens ?? history.tokens;
      return used > policy.windowTokens * COMPACTION_LIMITS.harnessTriggerShareOfWindow ? "tokens" : undefined;
    }
    case "ladder":
      return compactionDueOf(history, { limitTokens, maxMessages: policy.maxMessages });
  }
}

function summaryRoom(limitTokens: number): number {
  const share = Math.floor(limitTokens * COMPACTION_LIMITS.summaryShareOfBudget);
  return Math.min(COMPACTION_LIMITS.summaryMaxTokens, Math.max(COMPACTION_LIMITS.summaryMinTokens, share));
}

/** A summary as long as what it replaces would gain nothing. */
function cutRoom(cutTokens: number): number {
  return Math.max(COMPACTION_LIMITS.summaryMinTokens, Math.floor(cutTokens * COMPACTION_LIMITS.summaryShareOfCut));
}

function lastCompaction(entries: readonly SessionEntry[]): CompactionEntry | undefined {
  const payload = entries.findLast((entry) => entry.payload.kind === "compaction")?.payload;
  return payload?.kind === "compaction" ? payload : undefined;
}

/** The lists of the compaction before; of one that has none, what can be read out of its text. */
function priorStateOf(sized: readonly SizedUnit[], prior: CompactionEntry | undefined): CompactionState {
  const parsed = parsedState(prior?.details);
  if (parsed !== undefined) return parsed;
  const units = sized.filter(({ unit }) => unit.kind === "compaction").map(({ unit }) => unit);
  return units.length === 0 ? EMPTY_STATE : { ...stateOf(units, { hasResultTool: false }), people: [] };
}

function earlierOf(prior: CompactionEntry | undefined): string {
  if (prior === undefined) return "";
  const prose = prior.details?.["prose"];
  const text = typeof prose === "string" ? prose : prior.summary.replace(COMPACTION_MARKER, "").trim();
  return cutText(text, COMPACTION_LIMITS.proseMaxChars);
}
