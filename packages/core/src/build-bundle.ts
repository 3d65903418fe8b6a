import type { SessionEntry, SystemBlock } from "@cadre/domain";
import { canonicalJson, PROMPT_LIMITS } from "@cadre/shared";
import { type Budget, planBudget } from "./budget/budget.ts";
import { estimateTokens, type TokenCounter, toolTokens } from "./budget/estimate-tokens.ts";
import { cacheMarks } from "./cache/cache-marks.ts";
import type { BundleOptions, BundleResult, SectionReceipt } from "./context-bundle.ts";
import { prepareHistory, type TooLarge } from "./preparation/prepare-history.ts";
import { readHistory } from "./preparation/read-history.ts";
import { RESULT_TOOL } from "./projection/shown-result.ts";
import type { PromptFacts } from "./prompt-facts.ts";
import { buildSystemPrompt, type RenderedSection } from "./sections/build-system-prompt.ts";
import { hasTool } from "./sections/has-tool.ts";
import { textHash } from "./text/text-hash.ts";

/**
 * One model call from facts and the active branch of a session, root first. Pure and synchronous: the same input gives the same
 * bytes, and nothing given is changed. A call that cannot fit is a result of its own, never a silent loss.
 */
export function buildBundle(
  facts: PromptFacts,
  entries: readonly SessionEntry[],
  options: BundleOptions,
): BundleResult {
  const count = options.countTokens ?? estimateTokens;
  const prompt = buildSystemPrompt(facts);
  const [tier1, tier2, tier3] = prompt.blocks;
  const tokens = prompt.blocks.map((block) => count(block.text));
  const [tier1Tokens = 0, tier2Tokens = 0, tier3Tokens = 0] = tokens;
  const toolsTokens = toolTokens(options.tools, count);
  const stableTokens = tier1Tokens + tier2Tokens;
  const room = planBudget(options.model, { systemTokens: stableTokens + tier3Tokens, toolsTokens });
  const capChars = options.messageCapChars ?? stableCap(options, { systemTokens: stableTokens, toolsTokens });
  const budget = { ...room, messageCapChars: capChars };

  const preparation = {
    limitTokens: budget.messageTokens + tier3Tokens - steppedTokens(tier3Tokens),
    capChars,
    count,
    stored: options.storedTokens,
    hasResultTool: hasTool(facts, RESULT_TOOL),
    maxMessages: options.maxMessages,
  };
  const prepared = prepareHistory(readHistory(entries, preparation), preparation);
  if (!prepared.fits) return overBudget(budget, prepared);
  const { messages, report } = prepared;

  const isTail = (options.dynamicPlacement ?? "tail") === "tail";
  const { toolsCached, cachedMessages } = cacheMarks(messages, options.tools);
  return {
    kind: "bundle",
    system: shownBlocks(isTail ? [tier1, tier2] : [tier1, tier2, tier3]),
    tools: options.tools,
    toolsCached,
    messages,
    cachedMessages,
    tail: isTail ? tier3.text : "",
    receipt: {
      sections: prompt.sections.map((section) => sectionReceipt(section, count)),
      ...report,
      messages: { tokens: prepared.tokens, limitTokens: preparation.limitTokens },
      budget,
    },
    hashes: {
      tools: textHash(canonicalJson(options.tools)),
      tier1: textHash(tier1.text),
      tier2: textHash(tier2.text),
      tier3: textHash(tier3.text),
    },
  };
}

/** Stage 2's cap comes from what stands still within an epoch: with tier 3 in it, every call would cut elsewhere. */
function stableCap(
  options: BundleOptions,
  stable: { readonly systemTokens: number; readonly toolsTokens: number },
): number {
  return planBudget(options.model, stable).messageCapChars;
}

/** Tier 3 in steps, so that its small changes do not move where history is cut. */
function steppedTokens(tokens: number): number {
  const step = PROMPT_LIMITS.dynamicTierStepTokens;
  return Math.ceil(tokens / step) * step;
}

function shownBlocks(blocks: readonly SystemBlock[]): readonly SystemBlock[] {
  return blocks.filter((block) => block.text !== "");
}

function sectionReceipt(section: RenderedSection, count: TokenCounter): SectionReceipt {
  const { name, tier, source, text } = section;
  return { name, tier, chars: text.length, tokens: count(text), hash: textHash(text), source };
}

type TooMuch = { readonly neededTokens: number; readonly tooLarge: readonly TooLarge[] };

const TOO_LARGE_WORDS: Readonly<Record<TooLarge["what"], string>> = {
  brief: "the task's brief",
  pinned: "pinned messages",
  summary: "the summary of what came before",
  newest: "the newest step",
};

function overBudget(budget: Budget, { neededTokens, tooLarge }: TooMuch): BundleResult {
  const available = Math.max(0, budget.messageTokens);
  const parts = tooLarge.map(({ what, tokens }) => `${TOO_LARGE_WORDS[what]} (${tokens})`);
  return {
    kind: "over-budget",
    budget,
    neededTokens,
    tooLarge,
    message: [
      `The call does not fit: what cannot be left out needs about ${neededTokens} tokens — ${parts.join(", ")} — and ${available} are left`,
      `of a window of ${budget.windowTokens} (system ${budget.systemTokens}, tools ${budget.toolsTokens},`,
      `reply ${budget.outputReserveTokens}, margin ${budget.safetyTokens}).`,
      "Use a model with a larger window, shorten what is pinned, or let the agent read less at once.",
    ].join(" "),
  };
}
