import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { beatText, scheduleText } from "../../agents/agent-words.ts";
import { agentBeats, agentMailbox, type Mailbox } from "../../api/queries/agents.ts";
import { type Agent, agents, teams } from "../../api/queries/organization.ts";
import { Ago, AgoInWords } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { openOverlay } from "../../shell/shell-state.ts";
import { safeText } from "../../text/safe-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** What an agent has in hand, what waits for it, and where it stands. */
export function OverviewTab({ agent }: { readonly agent: Agent }): ReactNode {
  return (
    <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <InHand agent={agent} />
      <Facts agent={agent} />
    </div>
  );
}

function InHand({ agent }: { readonly agent: Agent }): ReactNode {
  const mailbox = useQuery(agentMailbox(agent.id));
  return (
    <Card title="In hand and waiting" padding="flush">
      {mailbox.isPending && <SkeletonRows count={3} />}
      {mailbox.isError && (
        <ErrorState error={mailbox.error} doing="read its mailbox" onRetry={() => void mailbox.refetch()} />
      )}
      {mailbox.data !== undefined && <Items mailbox={mailbox.data} />}
    </Card>
  );
}

function Items({ mailbox }: { readonly mailbox: Mailbox }): ReactNode {
  const items = [...mailbox.focus, ...mailbox.queue];
  if (items.length === 0) {
    return (
      <EmptyState
        title="Nothing waits for it"
        action={<Button onClick={() => openOverlay({ kind: "new-task" })}>New task</Button>}
      >
        Assign it a task, or let its schedule find some work.
      </EmptyState>
    );
  }
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} className="flex items-start gap-2 border-b border-line px-4 py-2.5 text-sm last:border-0">
          <Badge tone={item.status === "processing" ? "info" : "neutral"}>
            {item.status === "processing" ? "in hand" : item.status}
          </Badge>
          <span className="min-w-0 flex-1 foreign-text">
            {item.taskId === null ? (
              safeText(item.headline)
            ) : (
              <Link to={`/tasks/${item.taskId}`} className="hover:underline">
                {safeText(item.headline)}
              </Link>
            )}
          </span>
          <Ago at={item.notBefore ?? item.createdAt} className="shrink-0 text-xs text-faint" />
        </li>
      ))}
    </ul>
  );
}

function Facts({ agent }: { readonly agent: Agent }): ReactNode {
  const team = useQuery(teams).data?.data.find(({ id }) => id === agent.teamId);
  const reports = (useQuery(agents).data?.data ?? []).filter(({ managerId }) => managerId === agent.id);
  const today = useQuery(agentBeats(agent.id)).data?.data[0];
  return (
    <dl className="flex flex-col gap-3 text-sm">
      <Fact label="Reports to">
        {agent.managerId === null ? (
          "Nobody"
        ) : (
          <Link to={`/agents/${agent.managerId}`} className="flex hover:underline">
            <ActorName kind="agent" id={agent.managerId} />
          </Link>
        )}
      </Fact>
      {reports.length > 0 && (
        <Fact label="Who reports to it">
          <span className="flex flex-col gap-1">
            {reports.map(({ id }) => (
              <Link key={id} to={`/agents/${id}`} className="flex min-h-6 items-center hover:underline">
                <ActorName kind="agent" id={id} />
              </Link>
            ))}
          </span>
        </Fact>
      )}
      {team !== undefined && <Fact label="Team">{safeText(team.name)}</Fact>}
      {agent.skills.length > 0 && <Fact label="Skills">{safeText(agent.skills.join(", "))}</Fact>}
      <Fact label="Beats">{scheduleText(agent.schedule)}</Fact>
      {today !== undefined && <Fact label={`Beats on ${today.day}`}>{beatText(today)}</Fact>}
      <Fact label="Hired">
        <AgoInWords at={agent.createdAt} />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="mt-0.5 min-w-0 foreign-text">{children}</dd>
    </div>
  );
}
