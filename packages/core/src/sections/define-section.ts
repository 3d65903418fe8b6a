import type { PromptFacts } from "../prompt-facts.ts";

/** 1 stable · 2 semi-stable · 3 dynamic. Tiers 1 and 2 are frozen within an epoch. */
export type PromptTier = 1 | 2 | 3;

/** One part of the system prompt. `render` reads only facts and answers "" to leave the section out. */
export type Section = {
  readonly name: string;
  /** Where its words come from, for the receipt. */
  readonly source: string;
  readonly render: (facts: PromptFacts) => string;
};

export function defineSection(section: Section): Section {
  return section;
}
