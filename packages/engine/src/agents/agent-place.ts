import type { BeatSchedule, StoredBeatSchedule } from "@cadre/domain";
import { canonicalJson, Fault } from "@cadre/shared";
import { nextCronInstant } from "../next-cron-instant.ts";
import { sqlNow } from "../sql-now.ts";
import type { Transaction } from "../transaction.ts";
import { missingAgent } from "./agent-row.ts";

type Place = { readonly agentId: string; readonly teamId: string | null; readonly managerId: string | null };

/** Whether team and manager exist and no chain of managers leads back. Faults: `team.not-found`, `agent.not-found`, `agent.manager-cycle`. */
export async function requirePlace(tx: Transaction, place: Place): Promise<void> {
  if (place.managerId !== null) await lockPlaces(tx);
  const found = await tx.unit.first<{ team: boolean; manager: boolean; isCycle: boolean }>(
    `with recursive chain as (
       select id, manager_id from agents where id = $3 and organization_id = $1
       union select a.id, a.manager_id from agents a join chain c on a.id = c.manager_id
     )
     select
       $2::text is null or exists (select 1 from teams where id = $2 and organization_id = $1) as team,
       $3::text is null or exists (
         select 1 from agents where id = $3 and organization_id = $1 and deleted_at is null) as manager,
       exists (select 1 from chain where id = $4) as is_cycle`,
    [tx.unit.organizationId, place.teamId, place.managerId, place.agentId],
  );
  if (found?.team !== true) {
    throw new Fault("not-found", "team.not-found", {
      message: `There is no team ${place.teamId ?? ""}. List the teams to find it.`,
      field: "teamId",
    });
  }
  if (!found.manager) missingAgent(place.managerId ?? "", "managerId");
  if (found.isCycle) {
    throw new Fault("conflict", "agent.manager-cycle", {
      message: "An agent cannot be, directly or through others, its own manager. Choose another manager.",
      field: "managerId",
    });
  }
}

/** Two new managers at once could close a cycle that neither sees, so places of one organization are given one after another. */
async function lockPlaces(tx: Transaction): Promise<void> {
  await tx.unit.query("select pg_advisory_xact_lock(hashtextextended('agent-places:' || $1, 0))", [
    tx.unit.organizationId,
  ]);
}

/** A schedule as the row keeps it, valid from this moment. Fault: `agent.bad-schedule` for a cron that means nothing. */
export async function storedSchedule(tx: Transaction, schedule: BeatSchedule): Promise<string> {
  if ("cron" in schedule && nextCronInstant(schedule.cron, schedule.timeZone ?? "UTC", tx.deps.now()) === undefined) {
    throw new Fault("invalid", "agent.bad-schedule", {
      message: `"${schedule.cron}" is not a cron expression. Use five fields, such as "0 9 * * 1-5".`,
      field: "schedule.cron",
    });
  }
  const stored: StoredBeatSchedule = { schedule, since: (await sqlNow(tx.unit)).toISOString() };
  return canonicalJson(stored);
}
