import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { Sent } from "../api/endpoint-types.ts";
import { agentDetail } from "../api/queries/agents.ts";
import type { Agent } from "../api/queries/organization.ts";
import { tellDone, tellProblem } from "../ui/toast.tsx";

export type AgentChange = NonNullable<Sent<"PATCH /agents/:agentId">["body"]>;

/** Changes fields of an agent, if nobody changed it meanwhile. The form that asked shows what is wrong with a field. */
export function useAgentChange(agent: Agent) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: AgentChange) =>
      call("PATCH /agents/:agentId", { params: { agentId: agent.id }, body: change, version: agent.version }),
    onSuccess: (changed) => {
      client.setQueryData(agentDetail(agent.id).queryKey, changed);
      tellDone(`${agent.name} changed`);
    },
    onError: (error) => tellProblem(error, `change ${agent.name}`),
    onSettled: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}

/** Pauses or resumes an agent, shown at once: the other button brings it back. */
export function useAgentPause(agent: Agent) {
  const client = useQueryClient();
  const { queryKey } = agentDetail(agent.id);
  return useMutation({
    mutationFn: (wish: "pause" | "resume") =>
      wish === "pause"
        ? call("POST /agents/:agentId/pause", { params: { agentId: agent.id }, body: {} })
        : call("POST /agents/:agentId/resume", { params: { agentId: agent.id }, body: {} }),
    onMutate: (wish) => {
      const status = wish === "pause" ? ("paused" as const) : ("idle" as const);
      client.setQueryData(queryKey, (before) => before && { ...before, status });
    },
    onSuccess: (_, wish) => tellDone(wish === "pause" ? `${agent.name} is paused` : `${agent.name} goes on`),
    onError: (error, wish) => tellProblem(error, `${wish} ${agent.name}`),
    onSettled: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}
