import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { AgentStatusBadge } from "../../agents/agent-status.tsx";
import { POSITION_WORDS } from "../../agents/agent-words.ts";
import { useAgentPause } from "../../agents/use-agent-change.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { Avatar } from "../../people/avatar.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Button } from "../../ui/button.tsx";
import type { Rights } from "./rights.ts";

/** Who it is, what it is doing, and the button that stops it. */
export function AgentHeader({ agent, rights }: { readonly agent: Agent; readonly rights: Rights }): ReactNode {
  const pause = useAgentPause(agent);
  const isPaused = agent.status === "paused";
  return (
    <header className="flex flex-wrap items-start gap-3">
      <Avatar name={agent.name} kind="agent" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="min-w-0 text-lg font-semibold tracking-tight foreign-text">{safeText(agent.name)}</h1>
          <AgentStatusBadge agent={agent} />
        </div>
        <p className="text-sm text-soft foreign-text">
          {POSITION_WORDS[agent.position]}
          {agent.statusReason !== null && ` · ${safeText(agent.statusReason)}`}
        </p>
      </div>
      {rights === "change" && (
        <Button
          look={isPaused ? "primary" : "neutral"}
          isBusy={pause.isPending}
          icon={isPaused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
          onClick={() => pause.mutate(isPaused ? "resume" : "pause")}
        >
          {isPaused ? "Resume" : "Pause"}
        </Button>
      )}
    </header>
  );
}
