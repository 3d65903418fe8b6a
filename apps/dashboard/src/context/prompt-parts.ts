import type { ToldReceipt } from "../api/queries/context.ts";

type Receipt = ToldReceipt["receipt"];
export type PartGroup = "tools" | "tier1" | "tier2" | "history" | "tier3";

/** One part of a prompt, in the order it is sent, with how much of it came from the cache. */
export type PromptPart = {
  readonly id: string;
  readonly name: string;
  readonly group: PartGroup;
  readonly tokens: number;
  readonly cachedTokens: number;
  /** The name of its text; the history has none, it is the log. */
  readonly hash: string | undefined;
  readonly source: string;
};

export type GroupSum = { readonly group: PartGroup; readonly tokens: number; readonly cachedTokens: number };

export const GROUP_WORDS: Readonly<Record<PartGroup, string>> = {
  tools: "Tools",
  tier1: "Tier 1",
  tier2: "Tier 2",
  history: "History",
  tier3: "Tier 3",
};

const TIERS = { 1: "tier1", 2: "tier2", 3: "tier3" } as const;

/**
 * The parts of a prompt front to back. A cache holds a beginning: `share` of the whole is shaded from the front. The provider counts tokens in
 * its own way, so its share is laid over ours.
 */
export function promptParts(receipt: Receipt, share: number): PromptPart[] {
  const sections = receipt.sections.map((section) => ({
    id: section.name,
    name: section.name,
    group: TIERS[section.tier],
    tokens: section.tokens,
    hash: section.hash,
    source: section.source,
  }));
  const { tools, messages } = receipt;
  const parts = [
    {
      id: "tools",
      name: `${tools.count} tools`,
      group: "tools" as const,
      tokens: tools.tokens,
      hash: tools.hash,
      source: "tools that the scenario offers",
    },
    ...sections.filter(({ group }) => group !== "tier3"),
    {
      id: "history",
      name: `${messages.count} messages`,
      group: "history" as const,
      tokens: messages.tokens,
      hash: undefined,
      source: "the session's log",
    },
    ...sections.filter(({ group }) => group === "tier3"),
  ].filter(({ tokens }) => tokens > 0);
  let left = share * parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return parts.map((part) => {
    const cachedTokens = Math.round(Math.min(part.tokens, Math.max(0, left)));
    left -= part.tokens;
    return { ...part, cachedTokens };
  });
}

/** The sums of the tiers, in the order of the prompt. */
export function groupSums(parts: readonly PromptPart[]): GroupSum[] {
  const sums = new Map<PartGroup, GroupSum>();
  for (const { group, tokens, cachedTokens } of parts) {
    const sum = sums.get(group);
    sums.set(group, {
      group,
      tokens: (sum?.tokens ?? 0) + tokens,
      cachedTokens: (sum?.cachedTokens ?? 0) + cachedTokens,
    });
  }
  return [...sums.values()];
}
