import type { Agent } from "../api/queries/organization.ts";

/** An agent with those who report to it. */
export type OrgNode = { readonly agent: Agent; readonly reports: readonly OrgNode[] };

/**
 * Who reports to whom, in the order the agents were made. Who has no manager, or one that is gone, stands at the top; a circle, which the
 * API refuses to make, still shows everybody once.
 */
export function orgTree(agents: readonly Agent[]): OrgNode[] {
  const known = new Set(agents.map(({ id }) => id));
  const placed = new Set<string>();
  const nodeOf = (agent: Agent): OrgNode => {
    placed.add(agent.id);
    const reports = agents.filter(({ id, managerId }) => managerId === agent.id && !placed.has(id));
    return { agent, reports: reports.map(nodeOf) };
  };
  const tops = agents.filter(({ managerId }) => managerId === null || !known.has(managerId)).map(nodeOf);
  const circled: OrgNode[] = [];
  for (const agent of agents) if (!placed.has(agent.id)) circled.push(nodeOf(agent));
  return [...tops, ...circled];
}
