import type { CompactionPolicy } from "@cadre/core";
import { type AgentSettings, DEFAULT_AGENT_SETTINGS } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";

/** What an admin may set of one agent's compactions. */
export type CompactionSettings = Pick<
  AgentSettings,
  "compactsSessions" | "compactAboveMessages" | "recoversFromOverflow"
>;

/**
 * When a session is compacted. `auto` is the product's own choice (decision 0050): where a window holds far more than 60 messages of work the
 * budget alone decides, because each compaction breaks the cache; in smaller ones the count of messages does too.
 */
export function compactionPolicy(
  windowTokens: number | undefined,
  settings: CompactionSettings = DEFAULT_AGENT_SETTINGS,
): CompactionPolicy {
  if (!settings.compactsSessions) return { kind: "off" };
  const { compactAboveMessages } = settings;
  if (compactAboveMessages !== "auto") return { kind: "ladder", maxMessages: compactAboveMessages };
  const isLarge = windowTokens !== undefined && windowTokens >= COMPACTION_LIMITS.budgetDecidesFromWindowTokens;
  return { kind: "ladder", maxMessages: isLarge ? "off" : COMPACTION_LIMITS.maxMessages };
}

/** From how many messages on a bundle says that it is due. */
export function maxMessagesOf(policy: CompactionPolicy): number | "off" | undefined {
  return policy.kind === "ladder" ? policy.maxMessages : "off";
}
