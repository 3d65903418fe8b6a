import type { Actor, DailyLogEntry } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";

type DailyLogRow = Omit<DailyLogEntry, "createdAt"> & { readonly createdAt: Date };

/** What an agent's work wrote down, newest first; of one day of the organization, if given. Fault: `agent.not-found`. */
export async function listDailyLog(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  { agentId, day, ...request }: PageRequest & { readonly agentId: string; readonly day?: string | undefined },
): Promise<Page<DailyLogEntry>> {
  const known = await deps.database.query("select 1 from agents where id = $1 and organization_id = $2", [
    agentId,
    actor.organizationId,
  ]);
  if (known.length === 0) {
    throw new Fault("not-found", "agent.not-found", { message: `There is no agent ${agentId}.` });
  }
  const size = pageSize(request);
  const rows = await deps.database.query<DailyLogRow>(
    `select id, agent_id, to_char(day, 'YYYY-MM-DD') as day, kind, text, session_id, entry_id, created_at from daily_log_entries
     where organization_id = $1 and agent_id = $2 and ($3::date is null or day = $3::date) and ($4::text is null or id < $4)
     order by id desc limit $5`,
    [actor.organizationId, agentId, day ?? null, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, (row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
