import type { SessionEntry, SystemBlock } from "@cadre/domain";
import { canonicalJson, PROMPT_LIMITS } from "@cadre/shared";
import { type Budget, planBudget } from "./budget/budget.ts";
import { estimateTokens, type TokenCounter, toolTokens } from "./budget/estimate-tokens.ts";
import { trimUnits } from "./budget/trim-units.ts";
import { cacheMarks } from "./cache/cache-marks.ts";
import type { BundleOptions, BundleResult, SectionReceipt } from "./context-bundle.ts";
import { problemsOf } from "./messages/problems-of.ts";
import { sanitise } from "./messages/sanitise.ts";
import { projectUnits } from "./projection/project.ts";
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
  const budget = planBudget(options.model, { systemTokens: tier1Tokens + tier2Tokens + tier3Tokens, toolsTokens });

  const units = projectUnits(entries, { hasResultTool: hasTool(facts, RESULT_TOOL) });
  const trim = trimUnits(units, budget.messageTokens + tier3Tokens - steppedTokens(tier3Tokens), count);
  if (!trim.fits) return overBudget(budget, trim.neededTokens);

  const { messages, repairs } = sanitise(trim.messages);
  const problems = problemsOf(messages);
  if (problems.length > 0) throw new Error(`A sanitised history is not valid: ${problems.join(" ")}`);

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
      repairs: [...trim.units.flatMap((unit) => unit.repairs), ...repairs],
      shortened: trim.units.flatMap((unit) => unit.shortened),
      trimmed: trim.trimmed,
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

function overBudget(budget: Budget, neededTokens: number): BundleResult {
  const available = Math.max(0, budget.messageTokens);
  return {
    kind: "over-budget",
    budget,
    neededTokens,
    message: [
      `The call does not fit: its brief, pinned messages and newest step need about ${neededTokens} tokens and ${available} are left`,
      `of a window of ${budget.windowTokens} (system ${budget.systemTokens}, tools ${budget.toolsTokens},`,
      `reply ${budget.outputReserveTokens}, margin ${budget.safetyTokens}).`,
      "Use a model with a larger window, shorten what is pinned, or let the agent read less at once.",
    ].join(" "),
  };
}
