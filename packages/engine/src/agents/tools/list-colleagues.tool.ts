import type { Agent } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { listAgents } from "../list-agents.ts";

/** How much of a colleague's role text is shown. */
const ROLE_CHARS = 200;

export const listColleaguesTool = defineTool<EngineToolContext>()({
  name: "agent_list_colleagues",
  category: "Team & messaging",
  description:
    "Lists the agents you work with: id, name, position, manager, what each is for, its skills and what it is doing now. " +
    "Task tools take these ids.",
  parameters: z.strictObject({}),
  effect: "read",
  run: async (_args, context) => {
    const { data, nextCursor } = await listAgents(context.deps, context.actor, { limit: API_LIMITS.listPageMax });
    const names = new Map(data.map((agent) => [agent.id, agent.name]));
    const lines = data.map((agent) => colleagueLine(agent, { names, isSelf: agent.id === context.agentId }));
    return toolText([...lines, ...(nextCursor === null ? [] : ["… and more"])].join("\n"));
  },
});

function colleagueLine(agent: Agent, seen: { names: ReadonlyMap<string, string>; isSelf: boolean }): string {
  const manager = agent.managerId === null ? "" : `, reports to ${seen.names.get(agent.managerId) ?? agent.managerId}`;
  const skills = agent.skills.length === 0 ? "" : ` Skills: ${agent.skills.join(", ")}.`;
  const role = agent.roleText.trim().split("\n", 1)[0]?.slice(0, ROLE_CHARS) ?? "";
  const doing = agent.statusReason === null ? agent.status : `${agent.status} (${agent.statusReason})`;
  return `- ${agent.name}${seen.isSelf ? " (you)" : ""} [${agent.id}] ${agent.position}${manager}, ${doing}.${role === "" ? "" : ` ${role}`}${skills}`;
}
