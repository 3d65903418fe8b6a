import { type Asked, gathered, sqlStateOf } from "@cadre/database";
import { RUN_LIMITS, TASK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { type ClaimedRow, claimedRun, type ClaimedRun } from "./claimed-run.ts";
import { endAttempt } from "./end-attempt.ts";

type Claimer = {
  readonly workerId: string;
  /** The executor's version; runs that need a newer one are left alone. */
  readonly version: number;
};

export type ClaimAsk = Claimer & {
  /** The run whose hint arrived. Of its agent and lane the best one is claimed; of the chat lane only this one. */
  readonly hintRunId: string;
};

/** What was in the way, by SQLSTATE. Two claims may pick one slot or wait for each other: the loser looks again. */
const HINDRANCES: Readonly<Record<string, "rival" | "suspended writer">> = {
  "23505": "rival",
  "40P01": "rival",
  "55P03": "suspended writer",
};
type Hindrance = (typeof HINDRANCES)[string];
const MAX_TRIES = 3;

/**
 * Claims a run for a live worker, in one statement and one commit. Nothing when nothing may start: the lane is full, the agent or the
 * organization is paused, the session is busy, or somebody else was faster. A run that lost five workers at one step is poison: it
 * fails here and its task goes to a person.
 */
export function claimRun(deps: EngineDeps, ask: ClaimAsk): Promise<ClaimedRun | undefined> {
  return healthyClaim(deps, () => claimAlone(deps, ask));
}

export type ClaimDesk = {
  claim(hintRunId: string): Promise<ClaimedRun | undefined>;
  /**
   * Tells of a ring for a run, and what to do about it. A queue takes it for the hint that is being followed, or was refused a moment ago:
   * the desk follows the one again by itself, and the other is rung later, when the queue has forgotten it.
   */
  hear(runId: string): "followed" | "just refused" | "new";
};

/**
 * `claimRun` for the many hints of one worker: those that come while a claim is under way are claimed together after it, in one commit.
 * What a rival or a suspended writer holds up is claimed alone, so that it holds up no others. A hint that is refused although it rang
 * again meanwhile is followed again: what it was refused for may be over.
 */
export function createClaimDesk(deps: EngineDeps, claimer: Claimer): ClaimDesk {
  const claim = gathered<string, ClaimedRun | undefined>(
    async (batch) => {
      const hints = batch.map(({ ask }) => ask);
      const claims = await claimAny(deps, { ...claimer, hints, patienceMs: RUN_LIMITS.claimBatchPatienceMs });
      if (typeof claims !== "string") return dealOut(claims, batch);
      for (const { ask, answer } of batch) answer(claimAlone(deps, { ...claimer, hintRunId: ask }));
    },
    { most: RUN_LIMITS.claimBatch },
  );
  const followed = new Map<string, "once" | "rung again">();
  const refused = new Set<string>();
  const refuse = (hintRunId: string): void => {
    refused.add(hintRunId);
    setTimeout(() => refused.delete(hintRunId), RUN_LIMITS.hintForgottenMs).unref();
  };
  const follow = async (hintRunId: string): Promise<ClaimedRun | undefined> => {
    for (;;) {
      followed.set(hintRunId, "once");
      try {
        const claimed = await claim(hintRunId);
        if (claimed !== undefined) return claimed;
        if (followed.get(hintRunId) !== "rung again") {
          refuse(hintRunId);
          return undefined;
        }
      } finally {
        followed.delete(hintRunId);
      }
    }
  };
  return {
    claim: (hintRunId) => healthyClaim(deps, () => follow(hintRunId)),
    hear(runId) {
      if (!followed.has(runId)) return refused.has(runId) ? "just refused" : "new";
      followed.set(runId, "rung again");
      return "followed";
    },
  };
}

/** Each hint gets its own run if it was claimed; what is left goes to hints that got none, and their runs are tried after it. */
function dealOut(claims: readonly ClaimedRun[], batch: readonly Asked<string, ClaimedRun | undefined>[]): void {
  const left = new Map(claims.map((claim) => [claim.runId, claim]));
  const unanswered = batch.filter(({ ask, answer }) => {
    const own = left.get(ask);
    if (own === undefined) return true;
    left.delete(ask);
    answer(own);
    return false;
  });
  const others = [...left.values()];
  for (const { answer } of unanswered) answer(others.shift());
}

/** Claims until it gets a run that is worth trying; poison on the way is ended. */
async function healthyClaim(
  deps: EngineDeps,
  claimNext: () => Promise<ClaimedRun | undefined>,
): Promise<ClaimedRun | undefined> {
  for (;;) {
    const claim = await claimNext();
    if (claim === undefined || claim.lossesAtStep < TASK_LIMITS.maxLossesAtOneStep) return claim;
    await endAttempt(deps, claim, { kind: "failed", trouble: poison(claim) });
  }
}

async function claimAlone(deps: EngineDeps, { hintRunId, ...claimer }: ClaimAsk): Promise<ClaimedRun | undefined> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const claims = await claimAny(deps, { ...claimer, hints: [hintRunId], patienceMs: RUN_LIMITS.claimPatienceMs });
    if (typeof claims !== "string") return claims[0];
    if (claims === "suspended writer") return undefined;
  }
  return undefined;
}

/** Claims what the hints lead to, or nothing at all when something is in the way of any of it. */
async function claimAny(
  deps: EngineDeps,
  {
    hints,
    workerId,
    version,
    patienceMs,
  }: Claimer & { readonly hints: readonly string[]; readonly patienceMs: number },
): Promise<readonly ClaimedRun[] | Hindrance> {
  try {
    const rows = await deps.database.query<ClaimedRow>("select * from cadre_claim_runs($1, $2, $3, $4)", [
      hints,
      workerId,
      version,
      `${patienceMs}ms`,
    ]);
    return rows.map(claimedRun);
  } catch (error) {
    const hindrance = HINDRANCES[sqlStateOf(error) ?? ""];
    if (hindrance === undefined) throw error;
    return hindrance;
  }
}

function poison(claim: ClaimedRun): { readonly kind: "poison"; readonly message: string } {
  return {
    kind: "poison",
    message: `${claim.lossesAtStep} workers were lost at step ${claim.step} of this run. It is stopped until a person has looked at it.`,
  };
}
