import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AgentStatusBadge } from "../../agents/agent-status.tsx";
import { beatText, POSITION_WORDS } from "../../agents/agent-words.ts";
import { type OrgNode, orgTree } from "../../agents/org-tree.ts";
import { beatsToday } from "../../api/queries/agents.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { Avatar } from "../../people/avatar.tsx";
import { safeText } from "../../text/safe-text.ts";

/** Who reports to whom, as a tree that also a phone has room for: reports stand below their manager, one step in. */
export function OrgChart({ agents }: { readonly agents: readonly Agent[] }): ReactNode {
  return (
    <ul aria-label="Org chart" className="flex flex-col gap-3">
      {orgTree(agents).map((node) => (
        <Branch key={node.agent.id} node={node} />
      ))}
    </ul>
  );
}

function Branch({ node }: { readonly node: OrgNode }): ReactNode {
  return (
    <li>
      <AgentCard agent={node.agent} />
      {node.reports.length > 0 && (
        <ul
          aria-label={`Who reports to ${safeText(node.agent.name)}`}
          className="mt-3 ml-4 flex flex-col gap-3 border-l-2 border-line pl-4 sm:ml-6 sm:pl-6"
        >
          {node.reports.map((report) => (
            <Branch key={report.agent.id} node={report} />
          ))}
        </ul>
      )}
    </li>
  );
}

function AgentCard({ agent }: { readonly agent: Agent }): ReactNode {
  const beats = useQuery(beatsToday).data?.data.find(({ agentId }) => agentId === agent.id);
  return (
    <Link
      to={`/agents/${agent.id}`}
      className="flex max-w-xl items-start gap-3 rounded-lg border border-line bg-panel p-3 hover:border-line-strong hover:bg-hover"
    >
      <Avatar name={agent.name} kind="agent" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <bdi className="truncate text-sm font-semibold">{safeText(agent.name)}</bdi>
          <span className="shrink-0 text-xs text-faint">{POSITION_WORDS[agent.position]}</span>
          <span className="ml-auto shrink-0">
            <AgentStatusBadge agent={agent} />
          </span>
        </span>
        <span className="mt-0.5 line-clamp-2 text-xs text-soft foreign-text">
          <bdi>{firstLine(agent)}</bdi>
        </span>
        {beats !== undefined && (
          <span className="mt-0.5 block text-xs text-faint tabular-nums">Beats today: {beatText(beats)}</span>
        )}
      </span>
    </Link>
  );
}

/** Why it waits, else what it is for. */
function firstLine({ statusReason, roleText }: Agent): string {
  return (
    safeText(statusReason ?? roleText)
      .trim()
      .split("\n", 1)[0] ?? ""
  );
}
