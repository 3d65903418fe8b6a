import type { SessionEntry, SystemBlock, ToolSpec } from "@cadre/domain";
import { canonicalJson, PROMPT_LIMITS } from "@cadre/shared";
import { type Budget, planBudget } from "./budget/budget.ts";
import { estimateTokens, type TokenCounter, toolTokens } from "./budget/estimate-tokens.ts";
import { cacheMarks } from "./cache/cache-marks.ts";
import type { BundleOptions, BundleResult } from "./context-bundle.ts";
import { prepareHistory, type TooLarge } from "./preparation/prepare-history.ts";
import { readHistory } from "./preparation/read-history.ts";
import { RESULT_TOOL } from "./projection/shown-result.ts";
import type { PromptFacts } from "./prompt-facts.ts";
import { makeReceipt, type SizedPart, type SizedParts } from "./receipts/make-receipt.ts";
import { buildSystemPrompt, type SystemPrompt } from "./sections/build-system-prompt.ts";
import { hasTool } from "./sections/has-tool.ts";
import { textHash } from "./text/text-hash.ts";

/**
 * One model call from facts and the active branch of a session, root first. Pure and synchronous: the same input gives the same
 * bytes, and nothing given is changed. A call that cannot fit is a result of its own, never a silent loss. Stage 2's cap comes from what
 * stands still within an epoch: with tier 3 in it, every call would cut elsewhere.
 */
export function buildBundle(
  facts: PromptFacts,
  entries: readonly SessionEntry[],
  options: BundleOptions,
): BundleResult {
  const count = options.countTokens ?? estimateTokens;
  const prompt = buildSystemPrompt(facts);
  const [tier1, tier2, tier3] = prompt.blocks;
  const sized = sizedParts(prompt, options.tools, count);
  const { tools, tiers } = sized;
  const stable = { systemTokens: tiers[0].tokens + tiers[1].tokens, toolsTokens: tools.tokens };
  const tier3Tokens = tiers[2].tokens;
  const room = planBudget(options.model, { ...stable, systemTokens: stable.systemTokens + tier3Tokens });
  const capChars = options.messageCapChars ?? planBudget(options.model, stable).messageCapChars;
  const budget = { ...room, messageCapChars: capChars };

  const limitTokens = budget.messageTokens + tier3Tokens - steppedTokens(tier3Tokens);
  const preparation = {
    limitTokens,
    capChars,
    count,
    stored: options.storedTokens,
    hasResultTool: hasTool(facts, RESULT_TOOL),
    maxMessages: options.maxMessages,
  };
  const read = options.memory ?? readHistory;
  const prepared = prepareHistory(read(entries, preparation), preparation);
  if (!prepared.fits) return overBudget(budget, prepared);

  const { messages } = prepared;
  const isTail = (options.dynamicPlacement ?? "tail") === "tail";
  const marks = cacheMarks(messages, options.tools);
  const receipt = makeReceipt(
    { ...sized, prompt, entries, prepared, budget, limitTokens, marks, isTail },
    { now: facts.now, model: options.modelName, previous: options.previous, count },
  );
  return {
    kind: "bundle",
    system: shownBlocks(isTail ? [tier1, tier2] : [tier1, tier2, tier3]),
    tools: options.tools,
    ...marks,
    messages,
    tail: isTail ? tier3.text : "",
    receipt,
    texts: [
      { hash: tools.hash, text: sized.toolsText },
      ...prompt.sections.map(({ text }, at) => ({ hash: receipt.sections[at]?.hash ?? textHash(text), text })),
    ],
    hashes: { tools: tools.hash, tier1: tiers[0].hash, tier2: tiers[1].hash, tier3: tiers[2].hash },
  };
}

/** What comes before and after the history, named and counted. */
function sizedParts(prompt: SystemPrompt, tools: readonly ToolSpec[], count: TokenCounter): SizedParts {
  const [tier1, tier2, tier3] = prompt.blocks;
  const part = ({ text }: SystemBlock): SizedPart => ({ hash: textHash(text), tokens: count(text) });
  const toolsText = canonicalJson(tools);
  return {
    tools: { count: tools.length, tokens: toolTokens(tools, count), hash: textHash(toolsText) },
    toolsText,
    tiers: [part(tier1), part(tier2), part(tier3)],
  };
}

/** Tier 3 in steps, so that its small changes do not move where history is cut. */
function steppedTokens(tokens: number): number {
  const step = PROMPT_LIMITS.dynamicTierStepTokens;
  return Math.ceil(tokens / step) * step;
}

function shownBlocks(blocks: readonly SystemBlock[]): readonly SystemBlock[] {
  return blocks.filter((block) => block.text !== "");
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
