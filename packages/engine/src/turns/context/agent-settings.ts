import { AgentSettings } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";

/** What an admin set on an agent, with the defaults of the rest. */
export async function agentSettings(deps: Pick<EngineDeps, "database">, agentId: string): Promise<AgentSettings> {
  const [row] = await deps.database.query<{ settings: string }>("select settings from agents where id = $1", [agentId]);
  return AgentSettings.parse(JSON.parse(row?.settings ?? "{}"));
}
