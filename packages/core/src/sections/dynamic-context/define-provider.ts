import type { PromptFacts } from "../../prompt-facts.ts";

/** One source of section 21. Answers "" when it has nothing to say. */
export type DynamicContextProvider = {
  readonly name: string;
  /** Where its words come from in the domain. */
  readonly source: string;
  readonly render: (facts: PromptFacts) => string;
};

export function defineProvider(provider: DynamicContextProvider): DynamicContextProvider {
  return provider;
}
