import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "./engine-deps.ts";

/** What names a claim in every write: the run and the fence it was claimed with (I2). */
export type ClaimRef = {
  readonly runId: string;
  readonly fence: number;
  readonly organizationId: string;
  readonly agentId: string;
};

/** The agent, acting inside its run. */
export function actorOf(claim: ClaimRef): Actor {
  return { kind: "agent", id: claim.agentId, organizationId: claim.organizationId, runId: claim.runId };
}

/** The columns that name a claim in a statement over rows. */
export const CLAIM_COLUMNS = { runId: "text", fence: "int" } as const;

/**
 * The first expression of a fenced statement over rows: those of `asked` whose claim still holds, as `claim`. What it is joined to writes
 * nothing once the claim is lost, and a claim, pause or cancellation waits for a write that holds it (I2, I6). The state stands in a
 * query of its own: a plan that can tell it would read the whole index of running runs instead of looking some up by their ids.
 */
export const CLAIM = `claim as (
    select asked.* from asked join runs r on r.id = asked.run_id and r.fence = asked.fence
    where r.status = (select 'running') order by r.id for key share of r)`;

/** Tells whether the claim still holds. For the words of a fault only: what may be written is decided by the write itself. */
export async function isClaimHeld(deps: Pick<EngineDeps, "database">, claim: ClaimRef): Promise<boolean> {
  const rows = await deps.database.query("select 1 from runs where id = $1 and fence = $2 and status = 'running'", [
    claim.runId,
    claim.fence,
  ]);
  return rows.length > 0;
}

export function staleFence(claim: ClaimRef): Fault {
  return new Fault("conflict", "run.stale-fence", {
    message:
      "This attempt has lost its claim: the run was paused, cancelled or taken over by another worker. Nothing was written; stop.",
    details: { runId: claim.runId, fence: claim.fence },
  });
}
