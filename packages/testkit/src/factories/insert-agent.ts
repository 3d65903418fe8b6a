import type { FactoryDeps } from "./factory-deps.ts";

export type AgentSeed = {
  readonly name: string;
  readonly position?: "manager" | "worker";
  readonly managerId?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** An agent of the organization. Returns its id. */
export async function insertAgent(deps: FactoryDeps, organizationId: string, agent: AgentSeed): Promise<string> {
  const id = deps.newId("agent");
  await deps.database.query(
    `insert into agents (id, organization_id, manager_id, name, position, settings) values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      organizationId,
      agent.managerId ?? null,
      agent.name,
      agent.position ?? "worker",
      JSON.stringify(agent.settings ?? {}),
    ],
  );
  return id;
}
