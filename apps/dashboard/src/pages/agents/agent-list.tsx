import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AgentStatusBadge } from "../../agents/agent-status.tsx";
import { beatText, POSITION_WORDS, scheduleText } from "../../agents/agent-words.ts";
import { beatsToday } from "../../api/queries/agents.ts";
import { type Agent, teams } from "../../api/queries/organization.ts";
import { ActorName } from "../../people/actor-name.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Card } from "../../ui/card.tsx";
import { type Column, Table } from "../../ui/table.tsx";

/** The team, line by line. */
export function AgentList({ agents }: { readonly agents: readonly Agent[] }): ReactNode {
  const beats = useQuery(beatsToday).data?.data ?? [];
  const teamList = useQuery(teams).data?.data ?? [];
  const columns: readonly Column<Agent>[] = [
    {
      id: "name",
      title: "Agent",
      cell: (agent) => (
        <Link to={`/agents/${agent.id}`} className="font-medium whitespace-nowrap hover:underline">
          <bdi>{safeText(agent.name)}</bdi>
        </Link>
      ),
    },
    { id: "status", title: "Now", cell: (agent) => <AgentStatusBadge agent={agent} /> },
    { id: "position", title: "Position", cell: ({ position }) => POSITION_WORDS[position] },
    {
      id: "manager",
      title: "Reports to",
      cell: ({ managerId }) => (managerId === null ? "" : <ActorName kind="agent" id={managerId} />),
    },
    {
      id: "team",
      title: "Team",
      cell: ({ teamId }) => safeText(teamList.find(({ id }) => id === teamId)?.name ?? ""),
    },
    { id: "schedule", title: "Beats", cell: ({ schedule }) => scheduleText(schedule) },
    {
      id: "today",
      title: "Today",
      align: "end",
      cell: ({ id }) => {
        const day = beats.find(({ agentId }) => agentId === id);
        return day === undefined ? "" : beatText(day);
      },
    },
  ];
  return (
    <Card padding="flush">
      <Table label="Agents" columns={columns} rows={agents} rowKey={({ id }) => id} />
    </Card>
  );
}
