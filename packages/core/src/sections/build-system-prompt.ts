import type { SystemBlock } from "@cadre/domain";
import type { PromptFacts } from "../prompt-facts.ts";
import type { PromptTier, Section } from "./define-section.ts";
import { SECTION_ORDER, type SectionGroup } from "./section-order.ts";
import { wrapBlock } from "./wrap-block.ts";

export type RenderedSection = {
  readonly name: string;
  readonly tier: PromptTier;
  readonly source: string;
  readonly text: string;
};

export type SystemPrompt = {
  /** Tiers 1, 2 and 3, in this order. */
  readonly blocks: readonly [SystemBlock, SystemBlock, SystemBlock];
  readonly sections: readonly RenderedSection[];
};

/** All three tiers from facts alone. Equal facts give equal bytes; tiers 1 and 2 see nothing of tier 3's facts. */
export function buildSystemPrompt(facts: PromptFacts): SystemPrompt {
  const sections: RenderedSection[] = [];
  const texts: Record<PromptTier, string[]> = { 1: [], 2: [], 3: [] };
  for (const group of SECTION_ORDER[facts.profile ?? "full"]) {
    const rendered = renderGroup(group, facts);
    sections.push(...rendered);
    const text = rendered.map((section) => section.text).join("\n\n");
    if (text !== "") texts[group.tier].push(group.tag === undefined ? text : wrapBlock(group.tag, text));
  }
  const block = (tier: PromptTier): SystemBlock => ({ tier, text: texts[tier].join("\n\n"), cached: tier !== 3 });
  return { blocks: [block(1), block(2), block(3)], sections };
}

function renderGroup({ tier, sections }: SectionGroup, facts: PromptFacts): readonly RenderedSection[] {
  return sections
    .map(({ name, source, render }: Section<PromptFacts>) => ({ name, tier, source, text: render(facts) }))
    .filter(({ text }) => text !== "");
}
