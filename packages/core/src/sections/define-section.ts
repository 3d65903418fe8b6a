import type { PromptFacts, StableFacts } from "../prompt-facts.ts";

/** 1 stable · 2 semi-stable · 3 dynamic. Tiers 1 and 2 are frozen within an epoch. */
export type PromptTier = 1 | 2 | 3;

/** One part of the system prompt. `render` reads only facts and answers "" to leave the section out. */
export type Section<Facts> = {
  readonly name: string;
  /** Where its words come from in the domain, for the receipt. */
  readonly source: string;
  readonly render: (facts: Facts) => string;
};

/** A section of tier 1 or 2. It cannot see how things are at the moment, so it cannot break the cached prefix (I12). */
export function defineSection(section: Section<StableFacts>): Section<StableFacts> {
  return section;
}

/** A section of tier 3. */
export function defineSituationSection(section: Section<PromptFacts>): Section<PromptFacts> {
  return section;
}
