import { type Asked, gathered } from "@cadre/database";
import { RUN_LIMITS } from "@cadre/shared";
import { actorOf } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { AttemptEnd, EndedRun } from "./attempt-end.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { endAttempt, SUCCEEDED, type SucceededClaim, succeedAtOnce } from "./end-attempt.ts";
import { ringNextInLanes } from "./ring-lanes.ts";

/** The end of a beat ends other mail too. */
const BEAT = "heartbeat";

type Ending = Asked<SucceededClaim, EndedRun>;

/**
 * `endAttempt` for the many claims of one worker. A success goes out in one round trip; those that come while others are being written
 * are written together after them, in one commit. Whatever undoes that commit, each of them is then ended alone and gets its own answer.
 */
export function createEndDesk(deps: EngineDeps): (claim: ClaimedRun, end: AttemptEnd) => Promise<EndedRun> {
  const succeed = gathered<SucceededClaim, EndedRun>(
    async (batch) => {
      const groups = Map.groupBy(batch, ({ ask: { claim } }) => claim.organizationId);
      await Promise.all([...groups.values()].map((group) => endTogether(deps, group)));
    },
    { most: RUN_LIMITS.claimBatch },
  );
  return (claim, end) =>
    end.kind === "succeeded" && claim.scenario !== BEAT ? succeed({ claim, end }) : endAttempt(deps, claim, end);
}

async function endTogether(deps: EngineDeps, group: readonly Ending[]): Promise<void> {
  // One order for everybody, so that nobody waits in a circle.
  const ends = group.map(({ ask }) => ask).sort((a, b) => (a.claim.runId < b.claim.runId ? -1 : 1));
  const [first] = ends;
  if (first === undefined) return;
  const isWritten = await transact(deps, actorOf(first.claim), (tx) => succeedAtOnce(tx, ends)).then(
    () => true,
    () => false,
  );
  const rung = isWritten
    ? ringNextInLanes(
        deps,
        ends.map(({ claim }) => claim),
      )
    : undefined;
  for (const { ask, answer } of group) {
    answer(rung === undefined ? endAttempt(deps, ask.claim, ask.end) : rung.then(() => SUCCEEDED));
  }
}
