import type { StableFacts } from "../prompt-facts.ts";

type Tools = Pick<StableFacts, "tools">;

/** A rule about a tool is told only to agents that have it. */
export function hasTool({ tools }: Tools, name: string): boolean {
  return tools.some((tool) => tool.name === name);
}

/** Whether the agent has any tool whose name begins so. */
export function hasToolOf({ tools }: Tools, prefix: string): boolean {
  return tools.some((tool) => tool.name.startsWith(prefix));
}
