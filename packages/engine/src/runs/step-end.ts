import type { AttemptEnd } from "./attempt-end.ts";
import type { ClaimedRun } from "./claimed-run.ts";

/** What one step came to: another step follows, or the attempt ends in one of its ways. Draining is the host's to decide. */
export type StepEnd = { readonly kind: "continue" } | Exclude<AttemptEnd, { kind: "drained" }>;

/**
 * One step of a run over its log. It writes only through the claim's fence, stops when the signal aborts, and comes to the same
 * thing when it is run again after a crash.
 */
export type Step = (claim: ClaimedRun, signal: AbortSignal) => Promise<StepEnd>;
