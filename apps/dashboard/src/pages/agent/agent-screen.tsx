import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { agentDetail } from "../../api/queries/agents.ts";
import { type Agent, me } from "../../api/queries/organization.ts";
import { isAtLeast } from "../../people/roles.ts";
import { AddressTabs } from "../../shell/address-tabs.tsx";
import { ThingScreen } from "../../shell/thing-screen.tsx";
import { AgentHeader } from "./agent-header.tsx";
import { FeedbackTab } from "./feedback-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { RunsTab } from "./runs-tab.tsx";
import { ScheduleTab } from "./schedule-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { TextsTab } from "./texts-tab.tsx";

const MISSING = {
  why: "It was let go, the link is old, or it belongs to another organization.",
  to: "/agents",
  goThere: "To the agents",
} as const;

/** One agent: what it does, what it reads, when it looks around, and what may be changed of it. */
export function AgentScreen(): ReactNode {
  const agentId = useParams({ strict: false, select: (params) => ("agentId" in params ? String(params.agentId) : "") });
  const agent = useQuery(agentDetail(agentId));
  return (
    <ThingScreen query={agent} kind="agent" missing={MISSING}>
      {(thing) => <AgentPage key={thing.id} agent={thing} />}
    </ThingScreen>
  );
}

function AgentPage({ agent }: { readonly agent: Agent }): ReactNode {
  const mayChange = isAtLeast(useQuery(me).data?.role ?? "viewer", "admin");
  const rights = mayChange ? "change" : "read";
  const tabs = [
    { id: "overview", label: "Overview", content: <OverviewTab agent={agent} /> },
    { id: "texts", label: "Texts", content: <TextsTab agent={agent} rights={rights} /> },
    { id: "feedback", label: "Feedback", content: <FeedbackTab agent={agent} /> },
    { id: "runs", label: "Runs", content: <RunsTab agent={agent} /> },
    { id: "schedule", label: "Schedule", content: <ScheduleTab agent={agent} rights={rights} /> },
    { id: "settings", label: "Settings", content: <SettingsTab agent={agent} rights={rights} /> },
  ];
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 pt-4 pb-10 sm:px-6">
      <AgentHeader agent={agent} rights={rights} />
      <AddressTabs label="About this agent" tabs={tabs} />
    </div>
  );
}
