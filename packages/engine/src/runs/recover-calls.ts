import type { ClaimRef } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";
import type { OpenCall } from "./call-journal.ts";
import { fenced } from "./fenced.ts";

/** What a model reads of a call whose worker was lost (I8). */
export const INTERRUPTED_CALL =
  "This call was interrupted and may or may not have happened; check before repeating it.";

export type RecoveredCalls = {
  /** To be run, in the order of their replies: never started, waiting for a person, or safe to repeat. */
  readonly open: readonly OpenCall[];
  /** Ended as unknown, each with its result in the session. */
  readonly unknown: readonly OpenCall[];
};

/**
 * Settles what earlier attempts of a run left behind. Calls that had started and may not repeat become `unknown`; the rest is for
 * this attempt. Finished calls are not here: they never run again. Faults: `run.stale-fence`.
 */
export function recoverCalls(deps: EngineDeps, claim: ClaimRef, sessionId: string): Promise<RecoveredCalls> {
  return fenced(deps, claim, async (tx) => {
    const calls = await tx.unit.query<OpenCall>(
      `select entry_id, call_id, name, args, step, status, may_repeat, starts, idempotency_key as key from tool_calls
       where run_id = $1 and (status in ('recorded', 'awaiting_approval') or (status = 'started' and started_fence < $2))
       order by step, position`,
      [claim.runId, claim.fence],
    );
    const unknown = calls.filter((call) => call.status === "started" && !call.mayRepeat);
    for (const call of unknown) {
      const resultEntryId = await tx.sessions.append(
        sessionId,
        {
          kind: "tool-result",
          v: 1,
          assistantEntryId: call.entryId,
          callId: call.callId,
          name: call.name,
          outcome: "unknown",
          text: INTERRUPTED_CALL,
        },
        { runId: claim.runId, fence: claim.fence, step: call.step },
      );
      await tx.unit.query(
        `update tool_calls set status = 'unknown', result_entry_id = $4, ended_at = cadre_now()
         where run_id = $1 and entry_id = $2 and call_id = $3`,
        [claim.runId, call.entryId, call.callId, resultEntryId],
      );
    }
    return { open: calls.filter((call) => !unknown.includes(call)), unknown };
  });
}
