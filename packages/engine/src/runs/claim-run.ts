import { TASK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { type ClaimedRow, claimedRun, type ClaimedRun } from "./claimed-run.ts";
import { endAttempt } from "./end-attempt.ts";

export type ClaimAsk = {
  /** The run whose hint arrived. Of its agent and lane the best one is claimed; of the chat lane only this one. */
  readonly hintRunId: string;
  readonly workerId: string;
  /** The executor's version; runs that need a newer one are left alone. */
  readonly version: number;
};

/**
 * Claims a run for a live worker, in one statement and one commit. Nothing when nothing may start: the lane is full, the agent or the
 * organization is paused, the session is busy, or somebody else was faster. A run that lost five workers at one step is poison: it
 * fails here and its task goes to a person.
 */
export async function claimRun(deps: EngineDeps, ask: ClaimAsk): Promise<ClaimedRun | undefined> {
  for (;;) {
    const [row] = await deps.database.query<ClaimedRow>("select * from cadre_claim_run($1, $2, $3)", [
      ask.hintRunId,
      ask.workerId,
      ask.version,
    ]);
    if (row === undefined) return undefined;
    const claim = claimedRun(row);
    if (claim.lossesAtStep < TASK_LIMITS.maxLossesAtOneStep) return claim;
    await endAttempt(deps, claim, { kind: "failed", trouble: poison(claim) });
  }
}

function poison(claim: ClaimedRun): { readonly kind: "poison"; readonly message: string } {
  return {
    kind: "poison",
    message: `${claim.lossesAtStep} workers were lost at step ${claim.step} of this run. It is stopped until a person has looked at it.`,
  };
}
