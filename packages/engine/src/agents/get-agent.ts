import type { Actor, Agent } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { agentOf, AGENTS_WITH_STATUS, type AgentStatusRow, missingAgent } from "./agent-row.ts";

/** One agent with its derived status. Fault: `agent.not-found`, for deleted and foreign ones too. */
export async function getAgent(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly agentId: string },
): Promise<Agent> {
  const [row] = await deps.database.query<AgentStatusRow>(`${AGENTS_WITH_STATUS} and a.id = $2`, [
    actor.organizationId,
    input.agentId,
  ]);
  return row === undefined ? missingAgent(input.agentId) : agentOf(row);
}
