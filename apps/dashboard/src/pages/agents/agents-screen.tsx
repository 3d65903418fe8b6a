import { useQuery } from "@tanstack/react-query";
import { Bot, List, Network, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { agents, me } from "../../api/queries/organization.ts";
import { isAtLeast } from "../../people/roles.ts";
import { useSearchWords, useSetSearchWords } from "../../shell/use-search-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { PageFrame } from "../page-frame.tsx";
import { AgentList } from "./agent-list.tsx";
import { NewAgentDialog } from "./new-agent-dialog.tsx";
import { OrgChart } from "./org-chart.tsx";

const VIEWS = [
  { id: "chart", label: "Org chart", icon: Network },
  { id: "list", label: "List", icon: List },
] as const;

/** The team: who reports to whom, what each is doing, what the day cost. */
export function AgentsScreen(): ReactNode {
  const view = useSearchWords()["view"] === "list" ? "list" : "chart";
  const set = useSetSearchWords();
  const mayHire = isAtLeast(useQuery(me).data?.role ?? "viewer", "admin");
  const [isHiring, setIsHiring] = useState(false);
  const hire = mayHire && (
    <Button look="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setIsHiring(true)}>
      New agent
    </Button>
  );
  return (
    <PageFrame
      title="Agents"
      actions={
        <>
          <div role="group" aria-label="View" className="flex rounded-sm border border-line bg-panel p-0.5">
            {VIEWS.map(({ id, label, icon: Icon }) => (
              <IconButton
                key={id}
                label={label}
                aria-pressed={view === id}
                className={cx("!size-7", view === id && "!bg-pressed !text-ink")}
                icon={<Icon className="size-4" aria-hidden />}
                onClick={() => set({ view: id === "chart" ? "" : id })}
              />
            ))}
          </div>
          {hire}
        </>
      }
    >
      <Team view={view} hire={hire} />
      {isHiring && <NewAgentDialog onClose={() => setIsHiring(false)} />}
    </PageFrame>
  );
}

function Team({ view, hire }: { readonly view: "chart" | "list"; readonly hire: ReactNode }): ReactNode {
  const list = useQuery(agents);
  if (list.isPending) return <SkeletonRows count={5} />;
  if (list.isError) {
    return <ErrorState error={list.error} doing="read the agents" onRetry={() => void list.refetch()} />;
  }
  if (list.data.data.length === 0) {
    return (
      <Card>
        <EmptyState icon={<Bot className="size-8" aria-hidden />} title="Nobody works here yet" action={hire}>
          An agent has a role, a manager and a schedule. Idle agents cost nothing.
        </EmptyState>
      </Card>
    );
  }
  return view === "chart" ? <OrgChart agents={list.data.data} /> : <AgentList agents={list.data.data} />;
}
