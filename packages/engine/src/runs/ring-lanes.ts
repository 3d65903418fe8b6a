import type { EngineDeps } from "../engine-deps.ts";
import type { RunWrites, Transaction } from "../transaction.ts";
import { claimableRuns } from "./claimable-runs.ts";
import { ringAfterCommit, type RingableRun } from "./ring-run.ts";

type LaneOf = { readonly agentId: string; readonly lane: string };

/** The best run waiting in each lane, as a claim would pick it. The arrays are hidden from the planner, or it plans each call anew. */
const NEXT_IN_LANES = `
  select next.id, next.fence, next.priority
  from (select distinct agent_id, lane from unnest((select $1::text[]), (select $2::text[])) as freed (agent_id, lane)) freed
  cross join lateral (
    select id, fence, priority from runs r
    where r.agent_id = freed.agent_id and r.lane = freed.lane and r.status = 'queued'
      and (r.not_before is null or r.not_before <= cadre_now())
    order by priority, queued_at, id limit 1) next`;

const OF_AGENT = claimableRuns("r.organization_id = $1 and r.agent_id = $2");
const OF_ORGANIZATION = claimableRuns("r.organization_id = $1 and $2::text is null");

/** Rings, after the commit, for what may run next where these runs have given up their place. */
export async function ringLanes(tx: Transaction, freed: readonly LaneOf[]): Promise<void> {
  const next = await tx.unit.query<RingableRun>(NEXT_IN_LANES, lanesOf(freed));
  for (const run of next) ringAfterCommit(tx, run);
}

/** The same, called after the commit that freed the lanes, so that no run queued meanwhile is overlooked. */
export async function ringNextInLanes(
  deps: Pick<EngineDeps, "database" | "doorbell">,
  freed: readonly LaneOf[],
): Promise<void> {
  const next = await deps.database.query<RingableRun>(NEXT_IN_LANES, lanesOf(freed));
  for (const run of next) {
    deps.doorbell.run({ runId: run.id, fence: run.fence, priority: run.priority, delayMs: 0 });
  }
}

function lanesOf(freed: readonly LaneOf[]): [string[], string[]] {
  return [freed.map((run) => run.agentId), freed.map((run) => run.lane)];
}

/** Rings, after the commit, for everything of a resumed agent or organization that may be claimed. */
export async function ringResumed(tx: Transaction, whose: Parameters<RunWrites["ring"]>[0]): Promise<void> {
  const agentId = "agentId" in whose ? whose.agentId : null;
  const claimable = await tx.unit.query<RingableRun>(agentId === null ? OF_ORGANIZATION : OF_AGENT, [
    tx.unit.organizationId,
    agentId,
  ]);
  for (const run of claimable) ringAfterCommit(tx, run);
}
