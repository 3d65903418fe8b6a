import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";

/** What an agent's schedule did on one day of the organization, and what its beats cost: "skipped 96, $0" (PEER-C21). */
export type BeatDay = {
  readonly agentId: string;
  /** `2026-11-29`, in the organization's time zone. */
  readonly day: string;
  readonly run: number;
  readonly skipped: number;
  readonly coalesced: number;
  readonly missed: number;
  /** Micro-dollars really spent by beats that day; simulated calls cost nothing. */
  readonly costMicros: number;
};

/** Beats by agent and day over the last so many days, newest day first. */
export function countBeats(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly days: number; readonly agentId?: string | undefined },
): Promise<BeatDay[]> {
  return deps.database.query<BeatDay>(
    `with zone as (
       select time_zone as name, (cadre_now() at time zone time_zone)::date - $3::int + 1 as first_day
       from organizations where id = $1
     ), slots as (
       select s.owner_id as agent_id, (s.instant at time zone zone.name)::date as day,
         count(*) filter (where s.status = 'run')::int as run,
         count(*) filter (where s.status = 'skipped')::int as skipped,
         count(*) filter (where s.status = 'coalesced')::int as coalesced,
         count(*) filter (where s.status = 'missed')::int as missed
       from schedule_slots s cross join zone
       where s.organization_id = $1 and s.owner_kind = 'agent' and ($2::text is null or s.owner_id = $2)
         and s.instant >= zone.first_day::timestamp at time zone zone.name
       group by 1, 2
     ), costs as (
       select r.agent_id, (c.started_at at time zone zone.name)::date as day, sum(c.cost_micros)::bigint as cost
       from model_calls c join runs r on r.id = c.run_id cross join zone
       join mailbox_items m on m.id = r.item_id and m.type = 'heartbeat'
       where c.organization_id = $1 and ($2::text is null or r.agent_id = $2)
         and c.started_at >= zone.first_day::timestamp at time zone zone.name
       group by 1, 2
     )
     select slots.agent_id, slots.day::text, slots.run, slots.skipped, slots.coalesced, slots.missed,
       coalesce(costs.cost, 0)::bigint as cost_micros
     from slots left join costs on costs.agent_id = slots.agent_id and costs.day = slots.day
     order by slots.day desc, slots.agent_id`,
    [actor.organizationId, input.agentId ?? null, input.days],
  );
}
