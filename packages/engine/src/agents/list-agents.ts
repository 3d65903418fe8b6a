import type { Actor, Agent } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { agentOf, AGENTS_WITH_STATUS, type AgentStatusRow } from "./agent-row.ts";

/** The organization's agents with their derived status, in the order they were made. */
export async function listAgents(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest & { readonly teamId?: string | undefined } = {},
): Promise<Page<Agent>> {
  const size = pageSize(request);
  const rows = await deps.database.query<AgentStatusRow>(
    `${AGENTS_WITH_STATUS} and ($2::text is null or a.team_id = $2) and ($3::text is null or a.id > $3) order by a.id limit $4`,
    [actor.organizationId, request.teamId ?? null, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, agentOf);
}
