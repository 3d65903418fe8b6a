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

/**
 * The claim as the first expression of a single-statement write; the numbers name its two parameters. What it is joined to writes
 * nothing once the claim is lost, and a claim, pause or cancellation waits for a write that holds it (I2, I6).
 */
export function claimExpression(runParameter: number, fenceParameter: number): string {
  return `claim as (
    select id from runs where id = $${runParameter} and fence = $${fenceParameter}::int and status = 'running' for key share)`;
}

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
