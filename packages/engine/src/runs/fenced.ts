import { actorOf, type ClaimRef, staleFence } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";

/**
 * Runs work of an attempt in one transaction that holds the claim's (run, fence) pair: a claim, a pause or a cancellation waits for
 * it, and a stale attempt writes nothing (I2, I6). The actor is the agent. Faults: `run.stale-fence`.
 */
export function fenced<T>(deps: EngineDeps, claim: ClaimRef, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(deps, actorOf(claim), async (tx) => {
    const held = await tx.unit.query(
      "select 1 from runs where id = $1 and fence = $2 and status = 'running' for key share",
      [claim.runId, claim.fence],
    );
    if (held.length === 0) throw staleFence(claim);
    return work(tx);
  });
}
