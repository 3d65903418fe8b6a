import type { CompactionPolicy } from "@cadre/core";
import { COMPACTION_LIMITS } from "@cadre/shared";

/** How sessions are compacted. */
export type CompactionSettings = {
  /** When. A ladder's bound of messages is also what bundles call due. */
  readonly policyFor: (windowTokens: number | undefined) => CompactionPolicy;
  /** Whether a provider's word that a call was too large leads to a compaction, whatever the policy (TW-26). */
  readonly recoversFromOverflow: boolean;
};

/**
 * The product's own choice (decision 0050): where a window holds far more than 60 messages of work the budget alone decides, because each
 * compaction breaks the cache; in smaller ones the count of messages does too.
 */
const COMPACTION: CompactionSettings = {
  policyFor: (windowTokens) => ({
    kind: "ladder",
    maxMessages:
      windowTokens !== undefined && windowTokens >= COMPACTION_LIMITS.budgetDecidesFromWindowTokens
        ? "off"
        : COMPACTION_LIMITS.maxMessages,
  }),
  recoversFromOverflow: true,
};

export function compactionOf(deps: { readonly compaction?: CompactionSettings }): CompactionSettings {
  return deps.compaction ?? COMPACTION;
}

/** From how many messages on a bundle says that it is due. */
export function maxMessagesOf(policy: CompactionPolicy): number | "off" | undefined {
  return policy.kind === "ladder" ? policy.maxMessages : "off";
}
