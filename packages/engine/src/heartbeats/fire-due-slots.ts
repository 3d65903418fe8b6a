import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { dueSlotsOf, SCHEDULE_COLUMNS, type ScheduleRow } from "./agent-schedule.ts";
import { serveAgent, type SlotOutcome } from "./serve-agent.ts";

export type FiredSlots = { readonly [Outcome in SlotOutcome]: number };

/**
 * One pass over all agents of the installation: serves every slot that is due by the database's clock. Any number of workers may
 * pass at once; each slot is served once. One agent's failure does not keep the others waiting: it is thrown after the pass.
 */
export async function fireDueSlots(deps: EngineDeps): Promise<FiredSlots> {
  const agents = await deps.database.query<ScheduleRow & { organizationId: string }>(
    `select a.organization_id, ${SCHEDULE_COLUMNS}
     from agents a join organizations o on o.id = a.organization_id
     cross join (select cadre_now() as now) clock
     where a.deleted_at is null order by a.id`,
  );
  const fired = { run: 0, skipped: 0, coalesced: 0 };
  const failures: unknown[] = [];
  for (const agent of agents) {
    if (dueSlotsOf(agent).instants.length === 0) continue;
    const clock = { kind: "system", id: "heartbeats", organizationId: agent.organizationId } as const;
    try {
      const outcome = await transact(deps, clock, (tx) => serveAgent(tx, agent.id));
      if (outcome !== undefined) fired[outcome] += 1;
    } catch (cause) {
      failures.push(new Error(`The slots of agent ${agent.id} could not be served.`, { cause }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some agents' slots could not be served in this pass.");
  return fired;
}
