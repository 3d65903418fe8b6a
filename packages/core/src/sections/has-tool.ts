import type { PromptFacts } from "../prompt-facts.ts";

/** A rule about a tool is told only to agents that have it. */
export function hasTool(facts: PromptFacts, name: string): boolean {
  return facts.tools.some((tool) => tool.name === name);
}
