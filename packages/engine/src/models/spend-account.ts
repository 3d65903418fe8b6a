import type { ClaimRef } from "../claim.ts";

/** Whose model call it is: what the budget gate and the ledger write with it. */
export type SpendAccount = {
  readonly claim: ClaimRef;
  readonly step: number;
  /** `main` is the step's own reply; preparation and summaries name themselves. */
  readonly purpose: string;
  /** The prompt's receipt: hashes of its tiers and what broke the cache (I12). */
  readonly receipt?: string;
  /** What was counted of the prompt before calibration. Unset: not counted. */
  readonly countedTokens?: number | undefined;
};
