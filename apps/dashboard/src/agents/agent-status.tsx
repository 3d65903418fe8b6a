import type { ReactNode } from "react";
import type { Agent } from "../api/queries/organization.ts";
import { safeText } from "../text/safe-text.ts";
import { Badge } from "../ui/badge.tsx";
import { AGENT_STATUS_WORDS } from "./agent-words.ts";

/** What an agent is doing. */
export function AgentStatusBadge({ agent }: { readonly agent: Agent }): ReactNode {
  const { word, tone } = AGENT_STATUS_WORDS[agent.status];
  return (
    <Badge tone={tone} {...(agent.statusReason === null ? {} : { title: safeText(agent.statusReason) })}>
      {word}
    </Badge>
  );
}
