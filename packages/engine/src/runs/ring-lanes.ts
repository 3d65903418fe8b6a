import type { Transaction } from "../transaction.ts";
import { ringAfterCommit, type RingableRun } from "./ring-run.ts";

type LaneOf = { readonly agentId: string; readonly lane: string };

/** The best run waiting in each lane, as a claim would pick it. */
const NEXT_IN_LANES = `
  select next.id, next.fence, next.priority
  from (select distinct agent_id, lane from unnest($1::text[], $2::text[]) as freed (agent_id, lane)) freed
  cross join lateral (
    select id, fence, priority from runs r
    where r.agent_id = freed.agent_id and r.lane = freed.lane and r.status = 'queued'
      and (r.not_before is null or r.not_before <= cadre_now())
    order by priority, queued_at, id limit 1) next`;

/** Rings, after the commit, for what may run next where these runs have given up their place. */
export async function ringLanes(tx: Transaction, freed: readonly LaneOf[]): Promise<void> {
  const next = await tx.unit.query<RingableRun>(NEXT_IN_LANES, [
    freed.map((run) => run.agentId),
    freed.map((run) => run.lane),
  ]);
  for (const run of next) ringAfterCommit(tx, run);
}
