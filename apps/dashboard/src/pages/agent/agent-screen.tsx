import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { problemCode } from "../../api/problem.ts";
import { agentDetail } from "../../api/queries/agents.ts";
import { type Agent, me } from "../../api/queries/organization.ts";
import { isAtLeast } from "../../people/roles.ts";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AgentHeader } from "./agent-header.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { RunsTab } from "./runs-tab.tsx";
import { ScheduleTab } from "./schedule-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { TextsTab } from "./texts-tab.tsx";

/** One agent: what it does, what it reads, when it looks around, and what may be changed of it. */
export function AgentScreen(): ReactNode {
  const agentId = useParams({ strict: false, select: (params) => ("agentId" in params ? String(params.agentId) : "") });
  const agent = useQuery(agentDetail(agentId));
  if (agent.isPending) return <SkeletonRows count={7} />;
  if (problemCode(agent.error) === "agent.not-found") return <NoSuchAgent />;
  if (agent.isError) {
    return <ErrorState error={agent.error} doing="read this agent" onRetry={() => void agent.refetch()} />;
  }
  return <AgentPage key={agent.data.id} agent={agent.data} />;
}

function AgentPage({ agent }: { readonly agent: Agent }): ReactNode {
  const words = useSearchWords();
  const set = useSetSearchWords();
  const mayChange = isAtLeast(useQuery(me).data?.role ?? "viewer", "admin");
  const rights = mayChange ? "change" : "read";
  const tabs = [
    { id: "overview", label: "Overview", content: <OverviewTab agent={agent} /> },
    // A form begins anew with what somebody else saved meanwhile.
    { id: "texts", label: "Texts", content: <TextsTab key={agent.version} agent={agent} rights={rights} /> },
    { id: "runs", label: "Runs", content: <RunsTab agent={agent} /> },
    { id: "schedule", label: "Schedule", content: <ScheduleTab key={agent.version} agent={agent} rights={rights} /> },
    { id: "settings", label: "Settings", content: <SettingsTab key={agent.version} agent={agent} rights={rights} /> },
  ];
  const chosen = tabs.find(({ id }) => id === words["tab"])?.id ?? "overview";
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 pt-4 pb-10 sm:px-6">
      <AgentHeader agent={agent} rights={rights} />
      <Tabs
        label="About this agent"
        tabs={tabs}
        chosen={chosen}
        onChoose={(id) => set({ tab: id === "overview" ? "" : id })}
      />
    </div>
  );
}

function NoSuchAgent(): ReactNode {
  return (
    <EmptyState
      icon={<SearchX className="size-8" aria-hidden />}
      title="There is no such agent"
      action={
        <Link to="/agents" className={buttonClass("primary")}>
          To the agents
        </Link>
      }
    >
      It was let go, the link is old, or it belongs to another organization.
    </EmptyState>
  );
}
